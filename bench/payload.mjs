const PAD = 'abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz01';

/** About 100 bytes of JSON; `at` is the instant of the enqueue call where that matters. */
export const payload = (i, at = 0) => ({ i, at, pad: PAD });
