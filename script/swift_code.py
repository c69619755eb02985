"""Swift sources without what is no code, for scripts that look for words in them."""
import re

OPENING = re.compile(r'(#*)("""|")')


def blanked(text):
    """The text with comments and what stands in quotes made blank, each sign in its place.

    What is interpolated into quotes is code, and stays.
    """
    out = list(text)
    # Quotes that are open: their ending, how an escape begins, and the depth around them.
    quotes = []
    # Parentheses that are open in the innermost interpolation.
    depth = 0
    in_quotes = False
    at = 0

    def blank(start, end, sign):
        for index in range(start, min(end, len(text))):
            if out[index] != "\n":
                out[index] = sign

    while at < len(text):
        if in_quotes:
            ending, escape, outside = quotes[-1]
            if text.startswith(escape + "(", at):
                blank(at, at + len(escape), "x")
                at += len(escape) + 1
                depth, in_quotes = 1, False
            elif text.startswith(escape, at):
                blank(at, at + len(escape) + 1, "x")
                at += len(escape) + 1
            elif text.startswith(ending, at):
                blank(at, at + len(ending), "x")
                at += len(ending)
                quotes.pop()
                depth, in_quotes = outside, False
            else:
                blank(at, at + 1, "x")
                at += 1
        elif text.startswith("//", at):
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            blank(at, end, " ")
            at = end
        elif text.startswith("/*", at):
            end = text.find("*/", at + 2)
            end = len(text) if end < 0 else end + 2
            blank(at, end, " ")
            at = end
        elif opening := OPENING.match(text, at):
            hashes, quote = opening.groups()
            blank(at, opening.end(), "x")
            at = opening.end()
            quotes.append((quote + hashes, "\\" + hashes, depth))
            in_quotes = True
        else:
            if quotes:
                depth += {"(": 1, ")": -1}.get(text[at], 0)
                if depth == 0:
                    in_quotes = True
            at += 1
    return "".join(out)
