import type { ColumnOptions } from 'typeorm';

/** Epoch milliseconds: the only form that every driver, time zone and column type keeps exactly. pg reads bigint as text. */
export const INSTANT: ColumnOptions = {
  type: 'bigint',
  transformer: {
    to: (value: number | null) => value,
    from: (value: string | number | null) => (value === null ? null : Number(value)),
  },
};
