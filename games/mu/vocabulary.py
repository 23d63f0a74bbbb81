"""The words of a table of Mü, in the vocabulary that the table speaks."""

from typing import Final

from games.rules import vocabulary as vocabularies
from games.rules.vocabulary import CODES as CODES
from games.rules.vocabulary import Words

_WORDS: Final[Words] = {
    "es": {
        "auction": "subasta",
        "reveal": "mostrar",
        "reveal n": "muestro {n}",
        "pass": "paso",
        "bid": "puja",
        "stalemate": "tablas",
        "boss": "jefe",
        "vice": "vice",
        "partner": "socio",
        "trump": "triunfo",
        "no trump": "sin triunfo",
        "trick": "baza",
        "goal": "meta",
        "bonus": "prima",
        "dealer": "reparte",
        "card": "{colour} {digit}",
        "R": "rojo",
        "B": "azul",
        "G": "verde",
        "Y": "amarillo",
        "K": "negro",
        **{digit: digit for digit in "0123456789"},
    },
    "eu": {
        "auction": "enkantea",
        "reveal": "erakutsi",
        "reveal n": "{n} erakutsi",
        "bid": "eskaintza",
        "stalemate": "berdinketa",
        "boss": "burua",
        "vice": "buruordea",
        "partner": "laguna",
        "trump": "triunfoa",
        "no trump": "triunforik gabe",
        "goal": "helburua",
        "bonus": "saria",
        "dealer": "banatzailea",
        "card": "{digit} {colour}",
        "R": "gorria",
        "B": "urdina",
        "G": "berdea",
        "Y": "horia",
        "K": "beltza",
    },
    "de": {
        "auction": "Versteigerung",
        "reveal": "aufdecken",
        "reveal n": "ich decke {n} auf",
        "pass": "passe",
        "bid": "Gebot",
        "stalemate": "Patt",
        "boss": "Chef",
        "vice": "Vize",
        "partner": "Partner",
        "trump": "Trumpf",
        "no trump": "kein Trumpf",
        "trick": "Stich",
        "goal": "Ziel",
        "bonus": "Bonus",
        "dealer": "Geber",
        "card": "{colour} {digit}",
        "R": "rot",
        "B": "blau",
        "G": "grün",
        "Y": "gelb",
        "K": "schwarz",
    },
    "en": {
        "auction": "auction",
        "reveal": "reveal",
        "reveal n": "reveal {n}",
        "pass": "pass",
        "bid": "bid",
        "stalemate": "stalemate",
        "boss": "boss",
        "vice": "vice",
        "partner": "partner",
        "trump": "trump",
        "no trump": "no trump",
        "trick": "trick",
        "goal": "goal",
        "bonus": "bonus",
        "dealer": "dealer",
        "card": "{colour} {digit}",
        "R": "red",
        "B": "blue",
        "G": "green",
        "Y": "yellow",
        "K": "black",
    },
}


def word(vocabulary: str, key: str) -> str:
    """The word for a term of the game, a call, the letter of a colour or a digit."""
    return vocabularies.word(_WORDS, vocabulary, key)


def card(vocabulary: str, text: str) -> str:
    """The name of a card from its text: `R7` is “rojo 7”."""
    return word(vocabulary, "card").format(
        colour=word(vocabulary, text[0]), digit=word(vocabulary, text[1])
    )
