/** What a payload or a result can be. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
