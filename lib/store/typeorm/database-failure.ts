import { DatabaseError } from '../../errors/database.error.js';
import { QueueError } from '../../errors/queue.error.js';

interface DriverError {
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly sqlState?: unknown;
  readonly driverError?: DriverError;
}

/** PostgreSQL's serialization failure, deadlock, lock not available; InnoDB's deadlock, lock wait, record changed; SQLite's busy and locked. */
const CONTENTION = /^(40001|40P01|55P03|ER_LOCK_DEADLOCK|ER_LOCK_WAIT_TIMEOUT|ER_CHECKREAD|SQLITE_BUSY.*|SQLITE_LOCKED.*)$/;
/** SQL states that the same statement meets again: unsupported, cardinality, data, integrity, syntax or access, program limit. */
const REFUSED_STATE = /^(0A|21|22|23|42|54)/;
/** MySQL's errors of the same kind without a state of their own. */
const REFUSED_MYSQL = /^ER_(NET_PACKET_TOO_LARGE|TRUNCATED_WRONG_VALUE_FOR_FIELD|DATA_TOO_LONG)$/;
const REFUSED_SQLITE = /^SQLITE_(ERROR|CONSTRAINT.*|MISMATCH|RANGE|TOOBIG)$/;

/** The driver's own error code, by which errors are told apart: their classes differ between copies of a package. */
export function databaseCode(error: unknown): string | null {
  const { code, driverError } = (error ?? {}) as DriverError;
  if (typeof code === 'string') return code;
  return driverError === undefined ? null : databaseCode(driverError);
}

/** Whether the statement only met another one, so that it can run again at once. */
export function isContention(error: unknown): boolean {
  return CONTENTION.test(databaseCode(error) ?? '');
}

/** The error as the package throws it: its own ones and programming errors as they are, the driver's as a DatabaseError. */
export function toQueueError(error: unknown): unknown {
  if (error instanceof QueueError || error instanceof TypeError || error instanceof RangeError) return error;
  return new DatabaseError(databaseCode(error), !isRefusal(error), { cause: error });
}

function isRefusal(error: unknown): boolean {
  const { sqlState } = (error ?? {}) as DriverError;
  const code = databaseCode(error) ?? '';
  return (
    REFUSED_STATE.test(typeof sqlState === 'string' ? sqlState : '') ||
    (/^[0-9A-Z]{5}$/.test(code) && REFUSED_STATE.test(code)) ||
    REFUSED_MYSQL.test(code) ||
    REFUSED_SQLITE.test(code)
  );
}
