"""The words of high card, the same in every vocabulary."""


def word(vocabulary: str, key: str) -> str:
    return key


def card(vocabulary: str, text: str) -> str:
    return f"the {text}"
