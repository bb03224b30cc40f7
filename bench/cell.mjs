import { withChildren } from './child-process.mjs';
import { DATABASES } from './own-databases.mjs';
import { queueAdapter } from './queue-adapter.mjs';

const CHUNK = 1_000;

/** One scenario on one database, in one repetition. */
export class Cell {
  constructor(name, options) {
    this.name = name;
    this.options = options;
    this.database = DATABASES[name];
    this.queue = queueAdapter(this.database);
  }

  /** Processes that enqueue, without a worker. */
  producing(work) {
    return withChildren(1, { database: this.name }, async (producer) => {
      await producer.call('connect');
      return work(producer);
    });
  }

  /** Processes for workers, which `work` has to start. */
  working(count, work) {
    const { prefetch } = this.options;
    const queue = prefetch === undefined ? {} : { worker: { prefetch } };
    return withChildren(count, { database: this.name, queue }, (...workers) => work(workers));
  }

  async fill(jobs) {
    await this.producing((producer) => producer.call('bulk', { jobs, chunk: CHUNK }));
    await this.database.settle();
  }
}
