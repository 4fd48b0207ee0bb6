#include "strip.h"

#include "pins.h"
#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>

/* One bit takes 20 cycles of 62.5 ns = 1.25 us. The pin is high for 6 cycles (375 ns) for a 0 and for 13 (812 ns)
 * for a 1. The data sheet wants 400 and 800 ns, each within 150 ns.
 *
 * Between these edges a bit has 4 + 6 + 6 cycles to spare. Two of the eight bits use theirs to fetch a byte from
 * the serial port, which could otherwise lose bytes after 170 us: the same instructions run whether a byte came or
 * not, so that the timing never changes. */
#define NOP2 "rjmp .+0\n\t"
#define NOP4 NOP2 NOP2
#define NOP6 NOP4 NOP2

#define BIT(number, spare6_high, spare6_low) \
    "out %[port], %[high]\n\t" NOP4 \
    "sbrs %[byte], " #number "\n\t" \
    "out %[port], %[low]\n\t" spare6_high \
    "out %[port], %[low]\n\t" spare6_low

#define LOOK \
    "lds %[status], %[ucsra]\n\t" \
    "sbrc %[status], 7\n\t" /* skipping the two-word lds takes as long as running it */ \
    "lds %[heard], %[udr]\n\t" \
    "nop\n\t"

#define KEEP \
    "st X, %[heard]\n\t" /* without a new byte this writes where nobody reads yet */ \
    "sbrc %[status], 7\n\t" \
    "inc r26\n\t" /* the low half of X alone: the ring wraps by itself */ \
    NOP2

#define NEXT_BYTE \
    "ld %[byte], Z+\n\t" \
    "sbiw %[count], 1\n\t" NOP2

#define AGAIN \
    NOP2 "nop\n\t" \
    "breq 2f\n\t" \
    "rjmp 1b\n\t"

void strip_write(const uint8_t *bytes, uint16_t count) {
    if (count == 0)
        return;
    uint8_t high = STRIP_PORT | _BV(STRIP_BIT);
    uint8_t low = STRIP_PORT & ~_BV(STRIP_BIT);
    uint8_t byte, status, heard = 0;
    uint8_t was = SREG;
    cli();
    volatile uint8_t *ring = &uart_ring[uart_head];
    __asm__ volatile(
        "ld %[byte], Z+\n"
        "1:\n\t"
        BIT(7, LOOK, KEEP)
        BIT(6, NOP6, NOP6)
        BIT(5, NOP6, NOP6)
        BIT(4, NOP6, NOP6)
        BIT(3, NOP6, NOP6)
        BIT(2, NOP6, NOP6)
        BIT(1, NOP6, NOP6)
        BIT(0, NEXT_BYTE, AGAIN)
        "2:\n\t"
        : [byte] "=&r"(byte), [status] "=&r"(status), [heard] "+&r"(heard), [count] "+&w"(count), "+&z"(bytes),
          "+&x"(ring)
        : [port] "I"(_SFR_IO_ADDR(STRIP_PORT)), [high] "r"(high), [low] "r"(low), [ucsra] "n"(_SFR_MEM_ADDR(UCSR0A)),
          [udr] "n"(_SFR_MEM_ADDR(UDR0))
        : "memory", "cc");
    uart_head = (uint8_t)(uintptr_t)ring;
    SREG = was;
}
