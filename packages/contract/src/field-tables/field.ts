import type { Access } from '@darkroom/domain/permission/access';

/** Kinds of records whose name is shown instead of their id. */
export type NamedRecord = 'user' | 'cat1' | 'cat2' | 'service_type' | 'cus0' | 'cus1' | 'cus2' | 'group' | 'team';

/** Kind of a field's value. It decides the text of the value, the alignment of its column and its cell in a file. */
type Kind =
  /** Text of one line, text of several lines, or a web address. */
  | { readonly kind: 'text' | 'notes' | 'link' }
  | { readonly kind: 'day' | 'instant' }
  /** A number that only identifies, a count, or a duration in minutes. */
  | { readonly kind: 'number' | 'count' | 'minutes' }
  /** Amount in the bureau's currency. `whole` is VND, without decimals. */
  | { readonly kind: 'money'; readonly whole?: true }
  /** Yes or no, or the two words under `words`. */
  | { readonly kind: 'flag'; readonly words?: string }
  /** A word of the bureau: the entry under `words` for its value. */
  | { readonly kind: 'word'; readonly words: string }
  /** A task status by number, or a job's priority and fault types in the bureau's words. */
  | { readonly kind: 'status' | 'priority' | 'faults' }
  /** Id of a record, or the short form of that record. */
  | { readonly kind: 'record'; readonly of: NamedRecord }
  /** Records inside the record. */
  | { readonly kind: 'list'; readonly fields?: Fields }
  /** The record's keys, its version, and fields that no screen names. */
  | { readonly kind: 'key' };

/** One field of a record. Its label is under `field:` with its own name, or with the given one. */
export type FieldDefinition = Kind & {
  readonly word?: string;
  /** Permission to see the field, when access to the record is not enough. */
  readonly secret?: Access;
};

export type Fields = { readonly [name: string]: FieldDefinition };

type ItemOf<V> = V extends readonly (infer One)[] ? One : V;
type KindOf<V> = [V] extends [boolean]
  ? 'flag' | 'word' | 'key'
  : [V] extends [number]
    ? 'number' | 'count' | 'minutes' | 'money' | 'status' | 'record' | 'key'
    : [V] extends [string]
      ? 'text' | 'notes' | 'link' | 'day' | 'instant' | 'word' | 'priority' | 'faults' | 'key'
      : 'list' | 'record' | 'key';

/** Fields of a row on the wire: all of them and no others, each of a kind that fits its values. */
export type FieldsOf<Row> = {
  readonly [Name in keyof Row]-?: FieldDefinition & { readonly kind: KindOf<ItemOf<NonNullable<Row[Name]>>> };
};

/** Names of the fields with a permission of their own. */
export type SecretFieldName<F> = { [Name in keyof F]: F[Name] extends { secret: Access } ? Name : never }[keyof F];

/** Lists the fields with a permission of their own. */
export const listSecretFields = <F extends Fields>(fields: F): SecretFieldName<F>[] =>
  (Object.keys(fields) as (keyof F & string)[]).filter((name) => fields[name]?.secret) as SecretFieldName<F>[];
