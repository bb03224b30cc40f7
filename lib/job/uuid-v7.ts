import { randomBytes } from 'node:crypto';

/**
 * Makes UUIDs of version 7 (RFC 9562): 48 bits of Unix milliseconds, then a counter of 42 bits that is seeded at random
 * for each millisecond (method 1 of its section 6.2), so that ids made by one process always grow, then 32 random bits.
 */
export class UuidV7 {
  private millisecond = 0;
  private counter = 0n;

  constructor(private readonly now: () => number = Date.now) {}

  next(): string {
    this.advance();
    const random = randomBytes(4).readUInt32BE();
    const high = (BigInt(this.millisecond) << 16n) | 0x7000n | (this.counter >> 30n);
    const low = (0b10n << 62n) | ((this.counter & 0x3fffffffn) << 32n) | BigInt(random);
    return format(high.toString(16).padStart(16, '0') + low.toString(16).padStart(16, '0'));
  }

  /** The clock may stand or step back: the counter goes on, and carries into the millisecond when it is full. */
  private advance(): void {
    const now = this.now();
    this.counter += 1n;
    if (now > this.millisecond || this.counter >> 42n) {
      this.millisecond = Math.max(now, this.millisecond + 1);
      this.counter = BigInt(randomBytes(5).readUIntBE(0, 5));
    }
  }
}

function format(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
