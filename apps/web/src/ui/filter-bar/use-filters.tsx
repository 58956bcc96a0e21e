import type { Fields } from '@darkroom/contract/field-tables/field';
import { FILTERS } from '@darkroom/contract/field-tables/filters';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListSearch } from '../../lib/list-search.ts';
import type { SetSearch } from '../../lib/use-screen-search.ts';
import { useFields } from '../../lib/words/fields.ts';
import { useFormat } from '../../lib/words/format.ts';
import { DayRange } from './filter-bar-days.tsx';
import { levelWords, type Level, type LevelValue } from './filter-bar-level-tree.ts';
import { LevelFilter } from './level-filter.tsx';
import type { Filter } from './filter-bar.tsx';

type Word = string | number | boolean;
/** The URL parameters with values of a kind. */
type Holding<S, V> = { [N in keyof S]-?: NonNullable<S[N]> extends V ? N : never }[keyof S] & string;
type One<S, N extends keyof S> = NonNullable<S[N]> & Word;
type Item<S, N extends keyof S> = (NonNullable<S[N]> extends readonly (infer I)[] ? I : never) & Word;

interface Choices<V> {
  /** The choices. */
  of: readonly V[];
  /** Its label, if it is not about a field of a record (contract/field-tables/filters). */
  label?: string;
  word?: (value: V) => string;
  /** Additional search text of a choice. */
  also?: (value: V) => string;
  /** Label of the first choice "No filter", if there is one (spec §3). */
  all?: string;
}

/** Its place: in the row while there is space, wide, or unfolded. */
type Place = Pick<Filter, 'inRow' | 'wide'>;

interface Option<V> {
  value: V;
  label: string;
  search: string;
}

/** Longer lists of choices have a search. */
const SEEN_AT_ONCE = 7;
const ALL = 'ALL';

const KNOWN: Fields = FILTERS;

/**
 * The filters of a bar by kind. Every change sets the URL and returns to the first page. Labels and texts of values come from the
 * filtered field, as in a file.
 */
export function useFilters<S extends object>(list: ListSearch<S>, search: S, setSearch: SetSearch<S>) {
  const { t } = useTranslation('table');
  const { day } = useFormat();
  const fields = useMemo(
    () => Object.fromEntries(Object.entries(KNOWN).filter(([name]) => list.filters.includes(name))),
    [list],
  );
  const { label: labelOf, show } = useFields(fields);
  const set = (patch: Record<string, unknown>, options?: { replace?: boolean }) =>
    setSearch({ ...patch, page: 1 } as object, options);
  const held = (name: string) => search[name as keyof S] as unknown;
  const more = (name: string, n: number) => t('filter.more', { name, n });

  /** Label, text and props of a filter. */
  const wordsOf = <V extends Word>(name: string, choices: Choices<V>) => {
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
        showSearch: of.length > SEEN_AT_ONCE && {
          filterOption: (typed: string, option?: { search: string }) => foldedMatch(option?.search ?? '', typed),
        },
      },
    };
  };

  const choose = <V extends Word>(name: string, choices: Choices<V>, place: Place): Filter => {
    const value = held(name) as V | undefined;
    const { label, word, select } = wordsOf(name, choices);
    return {
      key: name,
      label,
      ...place,
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
    /** The props of the bar's search field. */
    text: (placeholder: string) => ({
      value: (held('text') as string | undefined) ?? '',
      placeholder,
      // Replaces the history entry, so that Back skips typed text.
      onChange: (text: string) => set({ text: text || undefined }, { replace: true }),
    }),

    /** From a day to a day, either end open. */
    days(since: Holding<S, string>, until: Holding<S, string>, place: Place = {}): Filter {
      const [from, to] = [held(since), held(until)] as (string | undefined)[];
      return {
        key: since,
        label: labelOf(since),
        wide: true,
        ...place,
        control: <DayRange from={from} to={to} onChange={(first, last) => set({ [since]: first, [until]: last })} />,
        chip: daysInWords(from && day(from), to && day(to), t),
        onRemove: () => set({ [since]: undefined, [until]: undefined }),
      };
    },

    /** One of several words. */
    one: <N extends Holding<S, Word>>(name: N, choices: Choices<One<S, N>>, place: Place = {}): Filter =>
      choose(name, choices, place),

    /** With or without. */
    flag: (name: Holding<S, boolean>, place: Place = {}): Filter => choose(name, { of: [true, false] }, place),

    /** Several choices, with the text of the first and the number of others. */
    some<N extends Holding<S, readonly Word[]>>(name: N, choices: Choices<Item<S, N>>, place: Place = {}): Filter {
      const chosen = (held(name) ?? []) as Item<S, N>[];
      const [first] = chosen;
      const { label, word, select } = wordsOf(name, choices);
      const one = first === undefined ? null : word(first);
      const chip = one !== null && chosen.length > 1 ? more(one, chosen.length - 1) : one;
      return {
        key: name,
        label,
        ...place,
        control: (
          <Select<(Item<S, N> | typeof ALL)[], Option<Item<S, N> | typeof ALL>>
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

    /** Any records of one level of a hierarchy. */
    levels<F extends Holding<S, readonly number[]>>(
      key: string,
      label: string,
      levels: readonly Level<F>[],
      place: Place = {},
    ): Filter {
      const value = Object.fromEntries(levels.map(({ field }) => [field, held(field)])) as LevelValue<F>;
      return {
        key,
        label,
        ...place,
        control: <LevelFilter levels={levels} value={value} onChange={set} placeholder={label} />,
        chip: levelWords(levels, value, more),
        onRemove: () => set(Object.fromEntries(levels.map(({ field }) => [field, undefined]))),
      };
    },

    /** A filter that only links set. It is shown and can be removed, but not selected. */
    linked: (name: keyof S & string, words?: string, label = labelOf(name)): Filter => ({
      key: name,
      label,
      control: null,
      chip: held(name) === undefined ? null : (words ?? show(name, held(name))),
      onRemove: () => set({ [name]: undefined }),
    }),
  };
}

function daysInWords(
  from: string | undefined,
  to: string | undefined,
  t: (key: 'filter.since' | 'filter.until', words: { day: string }) => string,
): string | null {
  if (from && to) return from === to ? from : `${from} – ${to}`;
  if (from) return t('filter.since', { day: from });
  return to ? t('filter.until', { day: to }) : null;
}
