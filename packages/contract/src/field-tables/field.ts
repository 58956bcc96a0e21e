import type { Access } from '@darkroom/domain/permission/access';

/** The records an id may stand for: whose name is shown in its place. */
export type Named = 'user' | 'cat1' | 'cat2' | 'service_type' | 'cus0' | 'cus1' | 'cus2' | 'group' | 'team';

/** What a field holds, and so how its value reads, where its column is aligned and what its cell in a file is. */
type Kind =
  /** Text of one line, of several, an address on the web. */
  | { readonly kind: 'text' | 'notes' | 'link' }
  | { readonly kind: 'day' | 'instant' }
  /** A number that only names something; how many; how long. */
  | { readonly kind: 'number' | 'count' | 'minutes' }
  /** Of the bureau's currency; `whole` is đồng, which have no decimals. */
  | { readonly kind: 'money'; readonly whole?: true }
  /** Yes or no, or the two words that stand under `words`. */
  | { readonly kind: 'flag'; readonly words?: string }
  /** A word of the bureau: the one that stands under `words` for its value. */
  | { readonly kind: 'word'; readonly words: string }
  /** A task's status by number, a job's priority and kinds of fault as the bureau calls them. */
  | { readonly kind: 'status' | 'priority' | 'faults' }
  /** The id of a record, or that record in short. */
  | { readonly kind: 'record'; readonly of: Named }
  /** Records within the record. */
  | { readonly kind: 'list'; readonly fields?: Fields }
  /** The record's own keys, its version and what no screen names. */
  | { readonly kind: 'key' };

/** One field of a record. Its word stands under `field:` and its own name, or under the one that is given. */
export type Field = Kind & {
  readonly word?: string;
  /** Not everybody who sees the record sees it. */
  readonly secret?: Access;
};

/** A record's fields, whatever record it is. */
export type Fields = { readonly [name: string]: Field };

type Item<V> = V extends readonly (infer One)[] ? One : V;
type KindOf<V> = [V] extends [boolean]
  ? 'flag' | 'word' | 'key'
  : [V] extends [number]
    ? 'number' | 'count' | 'minutes' | 'money' | 'status' | 'record' | 'key'
    : [V] extends [string]
      ? 'text' | 'notes' | 'link' | 'day' | 'instant' | 'word' | 'priority' | 'faults' | 'key'
      : 'list' | 'record' | 'key';

/** The fields of a row of the wire: every one of them, no other, each of a kind that its values can be. */
export type FieldsOf<Row> = {
  readonly [Name in keyof Row]-?: Field & { readonly kind: KindOf<Item<NonNullable<Row[Name]>>> };
};

/** The names of those fields that not everybody sees. */
export type SecretOf<F> = { [Name in keyof F]: F[Name] extends { secret: Access } ? Name : never }[keyof F];

/** The fields that not everybody who sees the record sees. */
export const secretFields = <F extends Fields>(fields: F): SecretOf<F>[] =>
  (Object.keys(fields) as (keyof F & string)[]).filter((name) => fields[name]?.secret) as SecretOf<F>[];
