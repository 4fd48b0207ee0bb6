"""The square code a phone scans to join."""

import io


def qr_svg(text: str) -> str:
    """A QR code as a picture that can be shown at any size, dark on light in any theme."""
    import segno  # noqa: PLC0415 - only those who show the code need it

    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", border=3, xmldecl=False, dark="#16211e", light="#ffffff", omitsize=True, title=None
    )
    return out.getvalue().decode("utf-8")
