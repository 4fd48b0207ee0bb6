/* The real firmware on a simulated ATmega328P, as a library that hardware/firmware/simulator.py loads.
 *
 * Time is counted in cycles of 62.5 ns and passes only inside board_run. Bytes for the chip arrive one by one at
 * the speed of the wire. The simulator's own receive buffer is far deeper than the chip's, so what a real chip
 * would lose is lost here too, and counted. Every edge on the strip's data pin is timed. */

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_hex.h>

DEFINE_FIFO(uint16_t, uart_fifo);

#define HERTZ 16000000
#define LATCH_CYCLES 800 /* 50 us of silence: the strip shows what it got */
#define WIRE_SIZE 65536
#define STRIP_SIZE 256
#define CHIP_BUFFER 3 /* two bytes and the one that is just coming in */

struct timing {
    uint32_t shortest, longest;
};

struct board {
    avr_t *avr;
    avr_uart_t *uart;
    uint32_t cycles_per_byte;

    uint8_t to_chip[WIRE_SIZE], from_chip[WIRE_SIZE];
    uint32_t to_head, to_tail, from_head, from_tail;
    bool is_feeding;
    uint32_t lost;
    uint8_t levels_b, levels_d;

    uint64_t rose, fell;
    bool is_high, has_bit;
    uint32_t bit, byte_count;
    uint8_t strip[STRIP_SIZE], shown[STRIP_SIZE];
    uint32_t shown_count, writes;
    uint64_t last_edge;
    struct timing high[2], low[2];
    uint32_t shortest_pause;
};

static void never_sleep(avr_t *avr, avr_cycle_count_t how_long) {
    (void)avr;
    (void)how_long;
}

/* ---------------------------------------------------------------------------------------------- the wire */

static avr_cycle_count_t feed(avr_t *avr, avr_cycle_count_t when, void *param) {
    struct board *board = param;
    (void)avr;
    if (board->to_head == board->to_tail) {
        board->is_feeding = false;
        return 0;
    }
    uint8_t byte = board->to_chip[board->to_tail++ % WIRE_SIZE];
    if (uart_fifo_get_read_size(&board->uart->input) >= CHIP_BUFFER)
        board->lost++;
    else
        avr_raise_irq(avr_io_getirq(board->avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), byte);
    return when + board->cycles_per_byte;
}

static void on_byte(struct avr_irq_t *irq, uint32_t value, void *param) {
    struct board *board = param;
    (void)irq;
    board->from_chip[board->from_head++ % WIRE_SIZE] = value;
}

/* ---------------------------------------------------------------------------------------------- the strip */

static void note(struct timing *timing, uint64_t cycles) {
    if (cycles < timing->shortest)
        timing->shortest = cycles;
    if (cycles > timing->longest)
        timing->longest = cycles;
}

static void latch(struct board *board) {
    if (board->byte_count == 0 && board->bit == 0)
        return;
    memcpy(board->shown, board->strip, sizeof board->shown);
    /* A strip that got half a byte has been given something wrong: say so by an impossible count. */
    board->shown_count = board->bit ? UINT32_MAX : board->byte_count;
    board->writes++;
    board->byte_count = board->bit = 0;
    board->has_bit = false;
}

static void take_bit(struct board *board, bool is_one) {
    if (board->byte_count < STRIP_SIZE) {
        uint8_t *byte = &board->strip[board->byte_count];
        *byte = *byte << 1 | is_one;
    }
    if (++board->bit == 8) {
        board->bit = 0;
        board->byte_count++;
    }
}

static void on_edge(struct avr_irq_t *irq, uint32_t value, void *param) {
    struct board *board = param;
    uint64_t now = board->avr->cycle;
    (void)irq;
    if ((bool)value == board->is_high)
        return;
    board->is_high = value;
    board->last_edge = now;
    if (value) {
        uint64_t low = now - board->fell;
        if (board->has_bit && low < LATCH_CYCLES) {
            note(&board->low[board->strip[board->byte_count - (board->bit == 0)] & 1], low);
        } else if (board->has_bit) {
            if (low < board->shortest_pause)
                board->shortest_pause = low;
            latch(board);
        }
        board->rose = now;
    } else {
        uint64_t high = now - board->rose;
        bool is_one = high > 9; /* half way between the two */
        note(&board->high[is_one], high);
        take_bit(board, is_one);
        board->has_bit = true;
        board->fell = now;
    }
}

/* ---------------------------------------------------------------------------------------------- for Python */

void board_pin(struct board *board, char port, int bit, int level) {
    /* Without this the chip's own pull-up would win again whenever the firmware writes to the same port. */
    uint8_t *levels = port == 'B' ? &board->levels_b : &board->levels_d;
    *levels = level ? *levels | 1 << bit : *levels & ~(1 << bit);
    avr_ioport_external_t external = {.name = port, .mask = port == 'B' ? 0x03 : 0xFC, .value = *levels};
    avr_ioctl(board->avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), &external);
    avr_raise_irq(avr_io_getirq(board->avr, AVR_IOCTL_IOPORT_GETIRQ(port), bit), level);
}

static void free_pins(struct board *board) {
    for (int bit = 2; bit < 8; bit++)
        board_pin(board, 'D', bit, 1);
    for (int bit = 0; bit < 2; bit++)
        board_pin(board, 'B', bit, 1);
}

void board_forget_timing(struct board *board) {
    for (int i = 0; i < 2; i++) {
        board->high[i] = (struct timing){UINT32_MAX, 0};
        board->low[i] = (struct timing){UINT32_MAX, 0};
    }
    board->shortest_pause = UINT32_MAX;
}

struct board *board_new(const char *hex, uint32_t baud) {
    uint32_t size, start;
    uint8_t *code = read_ihex_file(hex, &size, &start);
    avr_t *avr = avr_make_mcu_by_name("atmega328p");
    if (code == NULL || avr == NULL)
        return NULL;
    avr_init(avr);
    avr->frequency = HERTZ;
    avr->log = LOG_ERROR;
    avr_loadcode(avr, code, size, start);
    avr->codeend = start + size;
    free(code);
    avr->sleep = never_sleep;

    struct board *board = calloc(1, sizeof *board);
    board->avr = avr;
    board->cycles_per_byte = (uint64_t)HERTZ * 10 / baud;
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (strcmp(io->kind, "uart") == 0 && ((avr_uart_t *)io)->name == '0')
            board->uart = (avr_uart_t *)io;
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_byte, board);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('C'), 5), on_edge, board);
    board_forget_timing(board);
    free_pins(board);
    return board;
}

void board_free(struct board *board) {
    avr_terminate(board->avr);
    free(board);
}

/* simavr 1.6 takes eleven bits for a byte on the wire; a start bit, eight bits and a stop bit are ten. */
static void mend_baud(struct board *board) {
    const uint8_t *data = board->avr->data;
    uint32_t divisor = (data[0xC4] | data[0xC5] << 8) + 1;
    if (divisor > 1)
        board->uart->cycles_per_byte = 10 * divisor * (data[0xC0] & 2 ? 8 : 16);
}

static avr_cycle_count_t wake(avr_t *avr, avr_cycle_count_t when, void *param) {
    (void)avr;
    (void)when;
    (void)param;
    return 0;
}

/* Lets time pass; returns the cycle reached, or 0 if the firmware has crashed. */
uint64_t board_run(struct board *board, uint64_t until) {
    avr_t *avr = board->avr;
    /* A sleeping chip is taken straight to its next timer, so there must be one at the end. */
    if (until > avr->cycle)
        avr_cycle_timer_register(avr, until - avr->cycle, wake, board);
    while (avr->cycle < until) {
        mend_baud(board);
        int state = avr_run(avr);
        if (state == cpu_Crashed || state == cpu_Done)
            return 0;
    }
    if (board->has_bit && !board->is_high && avr->cycle - board->fell >= LATCH_CYCLES)
        latch(board);
    return avr->cycle;
}

void board_reset(struct board *board) {
    avr_reset(board->avr);
    board->to_tail = board->to_head;
    board->from_tail = board->from_head;
    board->is_feeding = false;
    board->byte_count = board->bit = 0;
    board->has_bit = board->is_high = false;
    free_pins(board);
}

void board_send(struct board *board, const uint8_t *bytes, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        board->to_chip[board->to_head++ % WIRE_SIZE] = bytes[i];
    if (count && !board->is_feeding) {
        board->is_feeding = true;
        avr_cycle_timer_register(board->avr, board->cycles_per_byte, feed, board);
    }
}

uint32_t board_receive(struct board *board, uint8_t *bytes, uint32_t room) {
    uint32_t count = 0;
    while (count < room && board->from_tail != board->from_head)
        bytes[count++] = board->from_chip[board->from_tail++ % WIRE_SIZE];
    return count;
}

uint32_t board_unsent(struct board *board) {
    return board->to_head - board->to_tail;
}

uint32_t board_lost(struct board *board) {
    return board->lost;
}

/* The bytes the strip shows, as sent: green, red, blue. */
uint32_t board_strip(struct board *board, uint8_t *bytes) {
    memcpy(bytes, board->shown, STRIP_SIZE);
    return board->shown_count;
}

uint32_t board_writes(struct board *board) {
    return board->writes;
}

uint64_t board_last_edge(struct board *board) {
    return board->last_edge;
}

/* high of a 0, high of a 1, low of a 0, low of a 1: shortest and longest each; then the shortest pause. In cycles. */
void board_timing(struct board *board, uint32_t *cycles) {
    struct timing *timings[] = {&board->high[0], &board->high[1], &board->low[0], &board->low[1]};
    for (int i = 0; i < 4; i++) {
        cycles[2 * i] = timings[i]->shortest;
        cycles[2 * i + 1] = timings[i]->longest;
    }
    cycles[8] = board->shortest_pause;
}

uint8_t board_port(struct board *board, char port) {
    return board->avr->data[port == 'B' ? 0x25 : port == 'C' ? 0x28 : 0x2B];
}
