import type { SavedView } from '@darkroom/contract/view';
import { pageSize } from '@darkroom/contract/fields';
import { z } from 'zod';
import { isDefault } from './use-screen-search.ts';

type Shape = Readonly<Record<string, z.ZodType>>;
type Values<S extends Shape> = z.output<z.ZodObject<{ [N in keyof S]: S[N] }>>;
/** Optional inputs of a call are filters. Required ones (a tab, a page, an order) are the place in the list. */
type FilterName<C extends Shape> = {
  [N in keyof C]: N extends 'sort' ? never : C[N] extends z.ZodOptional ? N : never;
}[keyof C];

/** A page size for users who prefer scrolling. */
export const LONG_PAGE = 1000;

/** The open saved view and its columns: `status,job,!price`. */
const BY_VIEW = { view: z.int().positive().optional(), columns: z.string().max(400).optional() };

interface Beside<K extends Shape, B extends Shape> {
  /** Parts of the screen's own state that a saved view also keeps. */
  kept?: K;
  /** The rest of the screen's state: open panels and records. */
  beside?: B;
  /** It offers a long page to scroll through. */
  long?: boolean;
}

/** The description of a list, made from the fields of its call and the screen's other URL parameters. */
export interface ListSearch<S extends object, C extends object = object, F extends PropertyKey = never> {
  /** The URL parameters (quality 3). A bad value is dropped, see `useScreenSearch`. */
  readonly schema: z.ZodType<S, Record<string, unknown>>;
  readonly filters: readonly string[];
  /** It offers a long page to scroll through. */
  readonly long: boolean;
  isFiltered(search: Partial<S>): boolean;
  /** No filter and no saved view, on the first page: the result of "Clear all". */
  readonly cleared: { readonly [N in F]: undefined } & { readonly page: 1; readonly view: undefined };
  /** The content of a saved view: filters, order and columns, without default values. */
  viewSearch(search: S): SavedView['search'];
  /** The input of the call, without the screen's own state. */
  input(search: S): C;
}

/** The URL parameters of a list, as its screen reads them. */
export type SearchOf<L extends { input: (search: never) => unknown }> = Parameters<L['input']>[0];

/** The only description of a list (decision 100). A new field of the call is also a new URL parameter. */
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
 * Accepts the forms of a field in typed and older URLs (decision 100): one value or `12,14` for a list, digits for a text, empty for
 * missing. A list loses only the values that the call would reject.
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

/** The values of a list in a URL. */
function allOf(written: unknown, good: (value: unknown) => boolean): readonly unknown[] {
  if (written === undefined || written === '') return [];
  if (Array.isArray(written)) return written;
  if (typeof written === 'string' && !good(written) && /^\d+(,\d+)*$/.test(written))
    return written.split(',').map(Number);
  return [written];
}
