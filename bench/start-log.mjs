import { cpuSeconds, monotonic } from './numbers.mjs';

/** When handlers were started, and what CPU time went by since the first. */
export class StartLog {
  latencies = [];
  #count = 0;
  #first = 0;
  #last = 0;
  #cpu;

  add({ at }) {
    const now = monotonic();
    if (this.#count++ === 0) {
      this.#first = now;
      this.#cpu = process.cpuUsage();
    }
    this.#last = now;
    if (at > 0) this.latencies.push(now - at);
  }

  summary() {
    return { count: this.#count, first: this.#first, last: this.#last, cpu: this.#cpu ? cpuSeconds(this.#cpu) : 0 };
  }
}
