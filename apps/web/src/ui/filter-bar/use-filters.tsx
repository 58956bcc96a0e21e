import type { Fields } from '@darkroom/contract/field-tables/field';
import { FILTERS } from '@darkroom/contract/field-tables/filters';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import type { ListSearch } from '../../lib/list-search.ts';
import type { SetSearch } from '../../lib/use-screen-search.ts';
import { useFieldTexts } from '../../lib/i18n/fields.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { DayRange } from './filter-bar-days.tsx';
import { formatLevels, type Level, type LevelValue } from './filter-bar-level-tree.ts';
import { LevelFilter } from './level-filter.tsx';
import type { Filter } from './filter-bar.tsx';

type FilterValue = string | number | boolean;
/** The URL parameters with values of a kind. */
type KeysWithValue<S, V> = { [N in keyof S]-?: NonNullable<S[N]> extends V ? N : never }[keyof S] & string;
type SingleValue<S, N extends keyof S> = NonNullable<S[N]> & FilterValue;
type ItemValue<S, N extends keyof S> = (NonNullable<S[N]> extends readonly (infer I)[] ? I : never) & FilterValue;

interface Choices<V> {
  of: readonly V[];
  /** Label of a filter that is not about a field of a record (contract/field-tables/filters). */
  label?: string;
  word?: (value: V) => string;
  /** Returns additional search text of a choice. */
  also?: (value: V) => string;
  /** Label of the first choice "No filter", if there is one (spec §3). */
  all?: string;
}

/** Position of the filter: in the row while there is space, wide, or unfolded. */
type ChoiceOptions = Pick<Filter, 'inRow' | 'wide'>;

interface Option<V> {
  value: V;
  label: string;
  search: string;
}

/** Longer lists of choices have a search. */
const MAX_WITHOUT_SEARCH = 7;
const ALL = 'ALL';

const FILTER_FIELDS: Fields = FILTERS;

/**
 * Returns the filters of a bar by kind. Every change sets the URL and returns to the first page. Labels and texts of values come from the
 * filtered field, as in a file.
 */
export function useFilters<S extends object>(list: ListSearch<S>, search: S, setSearch: SetSearch<S>) {
  const { t } = useTranslation('table');
  const { day } = useFormat();
  const fields = useMemo(
    () => Object.fromEntries(Object.entries(FILTER_FIELDS).filter(([name]) => list.filters.includes(name))),
    [list],
  );
  const { label: labelOf, show } = useFieldTexts(fields);
  const set = (patch: Record<string, unknown>, options?: { replace?: boolean }) =>
    setSearch({ ...patch, page: 1 } as object, options);
  const getValue = (name: string) => search[name as keyof S] as unknown;
  const more = (name: string, n: number) => t('filter.more', { name, n });

  /** Returns label, text and props of a filter. */
  const toSelectProps = <V extends FilterValue>(name: string, choices: Choices<V>) => {
    const { of, label = labelOf(name), word = (value) => show(name, value), also, all } = choices;
    const options = of.map((value) => ({ value, label: word(value), search: `${word(value)} ${also?.(value) ?? ''}` }));
    return {
      label,
      word,
      select: {
        'aria-label': label,
        placeholder: label,
        popupMatchSelectWidth: false,
        options: (all === undefined ? options : [{ value: ALL, label: all, search: all }, ...options]) as Option<
          V | typeof ALL
        >[],
        showSearch: of.length > MAX_WITHOUT_SEARCH && {
          filterOption: (typed: string, option?: { search: string }) => foldedMatch(option?.search ?? '', typed),
        },
      },
    };
  };

  const createChoiceFilter = <V extends FilterValue>(
    name: string,
    choices: Choices<V>,
    options: ChoiceOptions,
  ): Filter => {
    const value = getValue(name) as V | undefined;
    const { label, word, select } = toSelectProps(name, choices);
    return {
      key: name,
      label,
      ...options,
      control: (
        <Select<V | typeof ALL | null, Option<V | typeof ALL>>
          {...select}
          allowClear={choices.all === undefined}
          value={value ?? (choices.all === undefined ? null : ALL)}
          onChange={(next) => set({ [name]: next === ALL ? undefined : (next ?? undefined) })}
        />
      ),
      chip: value === undefined ? null : word(value),
      onRemove: () => set({ [name]: undefined }),
    };
  };

  return {
    /** Returns the props of the bar's search field. */
    text: (placeholder: string) => ({
      value: (getValue('text') as string | undefined) ?? '',
      placeholder,
      // Replaces the history entry, so that Back skips typed text.
      onChange: (text: string) => set({ text: text || undefined }, { replace: true }),
    }),

    /** Creates a filter from a day to a day, either end open. */
    days(since: KeysWithValue<S, string>, until: KeysWithValue<S, string>, options: ChoiceOptions = {}): Filter {
      const [from, to] = [getValue(since), getValue(until)] as (string | undefined)[];
      return {
        key: since,
        label: labelOf(since),
        wide: true,
        ...options,
        control: <DayRange from={from} to={to} onChange={(first, last) => set({ [since]: first, [until]: last })} />,
        chip: formatDays(from && day(from), to && day(to), t),
        onRemove: () => set({ [since]: undefined, [until]: undefined }),
      };
    },

    /** Creates a filter with one of several words. */
    one: <N extends KeysWithValue<S, FilterValue>>(
      name: N,
      choices: Choices<SingleValue<S, N>>,
      options: ChoiceOptions = {},
    ): Filter => createChoiceFilter(name, choices, options),

    /** Creates a filter with "with" or "without". */
    flag: (name: KeysWithValue<S, boolean>, options: ChoiceOptions = {}): Filter =>
      createChoiceFilter(name, { of: [true, false] }, options),

    /** Creates a filter with several choices. Its text is the first choice and the number of others. */
    many<N extends KeysWithValue<S, readonly FilterValue[]>>(
      name: N,
      choices: Choices<ItemValue<S, N>>,
      options: ChoiceOptions = {},
    ): Filter {
      const chosen = (getValue(name) ?? []) as ItemValue<S, N>[];
      const [first] = chosen;
      const { label, word, select } = toSelectProps(name, choices);
      const one = first === undefined ? null : word(first);
      const chip = one !== null && chosen.length > 1 ? more(one, chosen.length - 1) : one;
      return {
        key: name,
        label,
        ...options,
        control: (
          <Select<(ItemValue<S, N> | typeof ALL)[], Option<ItemValue<S, N> | typeof ALL>>
            {...select}
            mode="multiple"
            maxTagCount={0}
            maxTagPlaceholder={chip}
            allowClear
            value={chosen}
            onChange={(values) => set({ [name]: values.length > 0 ? values : undefined })}
          />
        ),
        chip,
        onRemove: () => set({ [name]: undefined }),
      };
    },

    /** Creates a filter with any records of one level of a hierarchy. */
    levels<F extends KeysWithValue<S, readonly number[]>>(
      key: string,
      label: string,
      levels: readonly Level<F>[],
      options: ChoiceOptions = {},
    ): Filter {
      const value = Object.fromEntries(levels.map(({ field }) => [field, getValue(field)])) as LevelValue<F>;
      return {
        key,
        label,
        ...options,
        control: <LevelFilter levels={levels} value={value} onChange={set} placeholder={label} />,
        chip: formatLevels(levels, value, more),
        onRemove: () => set(Object.fromEntries(levels.map(({ field }) => [field, undefined]))),
      };
    },

    /** Creates a filter that only links set. The user can see and remove it, but not select it. */
    linked: (name: keyof S & string, words?: string, label = labelOf(name)): Filter => ({
      key: name,
      label,
      control: null,
      chip: getValue(name) === undefined ? null : (words ?? show(name, getValue(name))),
      onRemove: () => set({ [name]: undefined }),
    }),
  };
}

function formatDays(
  from: string | undefined,
  to: string | undefined,
  t: (key: 'filter.since' | 'filter.until', words: { day: string }) => string,
): string | null {
  if (from && to) return from === to ? from : `${from} – ${to}`;
  if (from) return t('filter.since', { day: from });
  return to ? t('filter.until', { day: to }) : null;
}
