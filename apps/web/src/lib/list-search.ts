import type { SavedView } from '@darkroom/contract/view';
import { pageSize } from '@darkroom/contract/fields';
import { z } from 'zod';
import { isDefault } from './use-screen-search.ts';

type Shape = Readonly<Record<string, z.ZodType>>;
type Values<S extends Shape> = z.output<z.ZodObject<{ [N in keyof S]: S[N] }>>;
/** Optional inputs of an endpoint are filters. Required inputs (a tab, a page, an order) are the position in the list. */
type FilterName<C extends Shape> = {
  [N in keyof C]: N extends 'sort' ? never : C[N] extends z.ZodOptional ? N : never;
}[keyof C];

/** A page size for users who prefer scrolling. */
export const LONG_PAGE_SIZE = 1000;

/** The open saved view and its columns: `status,job,!price`. */
const VIEW_FIELDS = { view: z.int().positive().optional(), columns: z.string().max(400).optional() };

interface ListOptions<K extends Shape, B extends Shape> {
  /** Parts of the screen's own state that a saved view includes. */
  savedState?: K;
  /** The rest of the screen's state: open panels and records. */
  screenState?: B;
  /** True for a list with a long page to scroll through. */
  long?: boolean;
}

/** Description of a list, made from the fields of its endpoint and the screen's other URL parameters. */
export interface ListSearch<S extends object, C extends object = object, F extends PropertyKey = never> {
  /** The URL parameters (quality 3). A bad value is dropped, see `useScreenSearch`. */
  readonly schema: z.ZodType<S, Record<string, unknown>>;
  readonly filters: readonly string[];
  /** True for a list with a long page to scroll through. */
  readonly long: boolean;
  isFiltered(search: Partial<S>): boolean;
  /** No filter and no saved view, on the first page: the result of "Clear all". */
  readonly cleared: { readonly [N in F]: undefined } & { readonly page: 1; readonly view: undefined };
  /** Returns the content of a saved view: filters, order and columns, without default values. */
  viewSearch(search: S): SavedView['search'];
  /** Returns the input of the endpoint, without the screen's own state. */
  input(search: S): C;
}

/** The URL parameters of a list, as its screen reads them. */
export type SearchOf<L extends { input: (search: never) => unknown }> = Parameters<L['input']>[0];

/** Creates the only description of a list (decision 100). A new field of the endpoint is also a new URL parameter. */
export function listSearch<C extends Shape, K extends Shape = typeof VIEW_FIELDS, B extends Shape = typeof VIEW_FIELDS>(
  call: C,
  { savedState, screenState, long = false }: ListOptions<K, B> = {},
): ListSearch<Values<C & K & B & typeof VIEW_FIELDS>, Values<C>, FilterName<C>> {
  const savedFields: Shape = { ...call, ...savedState, ...VIEW_FIELDS };
  const fields: Record<string, z.ZodType> = { ...savedFields, ...screenState };
  if (long) fields['page_size'] = z.union([z.literal(LONG_PAGE_SIZE), pageSize().unwrap()]).default(50);
  const schema = z.object(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, acceptUrlForms(field)])),
  );
  const filters = Object.keys(call).filter((name) => name !== 'sort' && call[name] instanceof z.ZodOptional);
  const defaults = schema.parse({});
  const pick = (search: object, names: readonly string[]) =>
    Object.fromEntries(Object.entries(search).filter(([name, value]) => names.includes(name) && value !== undefined));
  const viewFields = Object.keys(savedFields).filter((name) => !['page', 'page_size', 'view'].includes(name));
  return {
    schema: schema as never,
    filters,
    long,
    isFiltered: (search) => filters.some((name) => search[name as keyof typeof search] !== undefined),
    cleared: { ...Object.fromEntries(filters.map((name) => [name, undefined])), page: 1, view: undefined } as never,
    viewSearch: (search) =>
      Object.fromEntries(
        Object.entries(pick(search, viewFields)).filter(([name, value]) => !isDefault(value, defaults[name])),
      ),
    input: (search) => pick(search, Object.keys(call)) as never,
  };
}

/**
 * Accepts the forms of a field in typed and older URLs (decision 100): one value or `12,14` for a list, digits for a text, empty for
 * missing. From a list, only the values that the endpoint would reject are removed.
 */
function acceptUrlForms(field: z.ZodType): z.ZodType {
  const unwrapped =
    field instanceof z.ZodOptional || field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : field;
  const inner = unwrapped instanceof z.ZodPipe ? unwrapped.out : unwrapped;
  if (inner instanceof z.ZodArray) {
    const isValid = (value: unknown) => (inner.element as z.ZodType).safeParse(value).success;
    return z.preprocess((raw) => {
      const all = toValues(raw, isValid);
      const validValues = all.filter(isValid);
      return validValues.length > 0 ? validValues : all.length > 0 ? raw : undefined;
    }, field);
  }
  if (inner instanceof z.ZodString) {
    return z.preprocess(
      (raw) => (isPrimitive(raw) ? String(raw).slice(0, inner.maxLength ?? undefined) || undefined : raw),
      field,
    );
  }
  return field;
}

const isPrimitive = (raw: unknown) => ['string', 'number', 'boolean'].includes(typeof raw);

/** Returns the values of a list in a URL. */
function toValues(raw: unknown, isValid: (value: unknown) => boolean): readonly unknown[] {
  if (raw === undefined || raw === '') return [];
  if (Array.isArray(raw)) return raw;
  if (typeof raw === 'string' && !isValid(raw) && /^\d+(,\d+)*$/.test(raw)) return raw.split(',').map(Number);
  return [raw];
}
