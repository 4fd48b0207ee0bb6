"""The program of the board at the other end of the wire (C, for avr-gcc) and a simulator that runs it."""
