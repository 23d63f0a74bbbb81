"""The customs of regions and associations as options.

An option that the source does not mention keeps its default.
"""

from typing import Final, NamedTuple

from games.rules.base import Json


class Preset(NamedTuple):
    """The options that a custom fixes, and the source for them."""

    name: str
    options: Json
    source: str


PRESETS: Final[dict[str, Preset]] = {
    "euskal_herria": Preset(
        "Euskal Herria",
        {"kings": 4, "points_per_set": 30, "sets_to_win": 3, "mus_visto": "mano"},
        "https://www.ehmus.eus/eu/orria/euskal-herriko-mus-arautegi-ofiziala",
    ),
    "navarra": Preset(
        "Navarra",
        {"kings": 4},
        "https://musnavarra.com/reglamento/reglamento-de-juego/",
    ),
    "bizkaia": Preset(
        "Bizkaia",
        {"kings": 8, "points_per_set": 40, "sets_to_win": 3, "opening": "corrido"},
        "https://studylib.es/doc/4702728/reglamento---el-correo",
    ),
    "madrid_open": Preset(
        "Madrid",
        {"points_per_set": 40, "sets_to_win": 4},
        "https://agencias-origin.abc.es/noticia.asp?noticia=3166351",
    ),
    "la_rioja": Preset(
        "La Rioja",
        {"kings": 4, "points_per_set": 25, "sets_to_win": 2, "royal": "off"},
        "https://www.valdegastea.org/fiestas-2022/torneo-de-mus-reglas-del-juego",
    ),
    "french_federation": Preset(
        "France",
        {"points_per_set": 40, "sets_to_win": 3},
        "https://www.pci-lab.fr/fiche-d-inventaire/fiche/"
        "339-le-jeu-de-mus-au-pays-basque-mus-jokoa",
    ),
    "nabo": Preset(
        "NABO",
        {"kings": 4, "sets_to_win": 2},
        "https://www.newyorkbasqueclub-euzkoetxea.com/how-to-play-mus",
    ),
    "duples": Preset(
        "DUPLES",
        {"kings": 8, "points_per_set": 30, "sets_to_win": 3},
        "http://www.duples.de",
    ),
}
