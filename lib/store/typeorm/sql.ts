/** What a statement may bind: the types that every driver binds alike. */
export type Param = string | number | null | ParamList;
/** A whole column in one parameter, for PostgreSQL's `unnest`. */
export type ParamList = readonly (string | number | null)[];

/** A piece of SQL with `?` for each parameter. */
export class Sql {
  constructor(
    readonly text: string,
    readonly params: readonly Param[] = [],
  ) {}
}

/** Template tag: pieces of SQL are spliced in, anything else is bound as a parameter. */
export function sql(strings: TemplateStringsArray, ...values: readonly (Sql | Param)[]): Sql {
  let text = strings[0] ?? '';
  const params: Param[] = [];
  values.forEach((value, index) => {
    text += (value instanceof Sql ? value.text : '?') + (strings[index + 1] ?? '');
    params.push(...(value instanceof Sql ? value.params : [value]));
  });
  return new Sql(text, params);
}

/** SQL that holds no parameter. Never give it a value from outside. */
export function raw(text: string): Sql {
  return new Sql(text);
}

export function join(items: readonly (Sql | Param)[], separator = ', '): Sql {
  const pieces = items.map((item) => (item instanceof Sql ? item : new Sql('?', [item])));
  return new Sql(
    pieces.map((piece) => piece.text).join(separator),
    pieces.flatMap((piece) => piece.params),
  );
}
