"""Eyes of the companion: from a camera picture to the pieces that lie in the tray."""
