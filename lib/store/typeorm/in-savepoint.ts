import { query, type Plan } from './plan.js';
import { raw } from './sql.js';

const NAME = 'nestjs_typeorm_queue';

/** A plan within the caller's transaction that, where it throws, leaves that transaction as it was. */
export function* inSavepoint<T>(plan: Plan<T>): Plan<T> {
  yield* query(raw(`SAVEPOINT ${NAME}`));
  try {
    const result = yield* plan;
    yield* query(raw(`RELEASE SAVEPOINT ${NAME}`));
    return result;
  } catch (error) {
    yield* rollBack();
    throw error;
  }
}

/** A deadlock on MySQL has rolled back the whole transaction already, a lost connection too: the first error is the one to tell. */
function* rollBack(): Plan<void> {
  try {
    yield* query(raw(`ROLLBACK TO SAVEPOINT ${NAME}`));
  } catch {
    // The caller's own next statement will meet it.
  }
}
