import type { SavedView } from '@darkroom/contract/view';
import { pageSize } from '@darkroom/contract/fields';
import { z } from 'zod';
import { isDefault } from './use-screen-search.ts';

type Shape = Readonly<Record<string, z.ZodType>>;
type Values<S extends Shape> = z.output<z.ZodObject<{ [N in keyof S]: S[N] }>>;
/** What a call can do without is a filter; what it always has (a tab, a page, an order) is a place in the list. */
type FilterName<C extends Shape> = {
  [N in keyof C]: N extends 'sort' ? never : C[N] extends z.ZodOptional ? N : never;
}[keyof C];

/** A page for those who would rather scroll than turn pages. */
export const LONG_PAGE = 1000;

/** The saved view one came by, and the columns it brings: `status,job,!price`. */
const BY_VIEW = { view: z.int().positive().optional(), columns: z.string().max(400).optional() };

interface Beside<K extends Shape, B extends Shape> {
  /** What of the screen's own state a saved view keeps too. */
  kept?: K;
  /** The rest of the screen's state: what is open. */
  beside?: B;
  /** It has a page to scroll through. */
  long?: boolean;
}

/** What a list is, told once: from the fields of the call that fills it, and from what else of the screen stands in its address. */
export interface ListSearch<S extends object, C extends object = object, F extends PropertyKey = never> {
  /** The address (quality 3); a bad value falls out of it by itself, see `useScreenSearch`. */
  readonly schema: z.ZodType<S, Record<string, unknown>>;
  readonly filters: readonly string[];
  /** It has a page to scroll through. */
  readonly long: boolean;
  isFiltered(search: Partial<S>): boolean;
  /** No filter and no saved view, from the first page: what "Clear all" leaves. */
  readonly cleared: { readonly [N in F]: undefined } & { readonly page: 1; readonly view: undefined };
  /** What a saved view keeps: filters, order and columns, without what goes without saying. */
  viewSearch(search: S): SavedView['search'];
  /** What the call is asked for: nothing of what only the screen knows. */
  input(search: S): C;
}

/** The address of a list, as its screen reads it. */
export type SearchOf<L extends { input: (search: never) => unknown }> = Parameters<L['input']>[0];

/** The one description of a list (decision 100). A field added to the call is a field of the address with it. */
export function listSearch<C extends Shape, K extends Shape = typeof BY_VIEW, B extends Shape = typeof BY_VIEW>(
  call: C,
  { kept, beside, long = false }: Beside<K, B> = {},
): ListSearch<Values<C & K & B & typeof BY_VIEW>, Values<C>, FilterName<C>> {
  const keeps: Shape = { ...call, ...kept, ...BY_VIEW };
  const fields: Record<string, z.ZodType> = { ...keeps, ...beside };
  if (long) fields['page_size'] = z.union([z.literal(LONG_PAGE), pageSize().unwrap()]).default(50);
  const schema = z.object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, inAddress(field)])));
  const filters = Object.keys(call).filter((name) => name !== 'sort' && call[name] instanceof z.ZodOptional);
  const plain = schema.parse({});
  const pick = (search: object, names: readonly string[]) =>
    Object.fromEntries(Object.entries(search).filter(([name, value]) => names.includes(name) && value !== undefined));
  const viewed = Object.keys(keeps).filter((name) => !['page', 'page_size', 'view'].includes(name));
  return {
    schema: schema as never,
    filters,
    long,
    isFiltered: (search) => filters.some((name) => search[name as keyof typeof search] !== undefined),
    cleared: { ...Object.fromEntries(filters.map((name) => [name, undefined])), page: 1, view: undefined } as never,
    viewSearch: (search) =>
      Object.fromEntries(
        Object.entries(pick(search, viewed)).filter(([name, value]) => !isDefault(value, plain[name])),
      ),
    input: (search) => pick(search, Object.keys(call)) as never,
  };
}

/**
 * A field as an address may hold it. People write addresses and older links hold other manners (decision 100): one value or
 * `12,14` for a list, digits for a text, and nothing for nothing. Of a list only what the call would refuse is lost.
 */
function inAddress(field: z.ZodType): z.ZodType {
  const own = field instanceof z.ZodOptional || field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : field;
  const inner = own instanceof z.ZodPipe ? own.out : own;
  if (inner instanceof z.ZodArray) {
    const good = (value: unknown) => (inner.element as z.ZodType).safeParse(value).success;
    return z.preprocess((written) => {
      const all = allOf(written, good);
      const kept = all.filter(good);
      return kept.length > 0 ? kept : all.length > 0 ? written : undefined;
    }, field);
  }
  if (inner instanceof z.ZodString) {
    return z.preprocess(
      (written) => (isPlain(written) ? String(written).slice(0, inner.maxLength ?? undefined) || undefined : written),
      field,
    );
  }
  return field;
}

const isPlain = (written: unknown) => ['string', 'number', 'boolean'].includes(typeof written);

/** What an address holds for a list, as a list. */
function allOf(written: unknown, good: (value: unknown) => boolean): readonly unknown[] {
  if (written === undefined || written === '') return [];
  if (Array.isArray(written)) return written;
  if (typeof written === 'string' && !good(written) && /^\d+(,\d+)*$/.test(written))
    return written.split(',').map(Number);
  return [written];
}
