import { foldedMatch } from '@darkroom/domain/text/fold';
import { useTranslation } from 'react-i18next';
import type { SetSearch } from '../../lib/use-screen-search.ts';
import { useFormat } from '../../lib/words/format.ts';
import { DayRange } from './filter-bar-days.tsx';
import { levelWords, type Level, type LevelValue } from './filter-bar-level-tree.ts';
import { LevelFilter } from './filter-bar-levels.tsx';
import { FilterSelect } from './filter-bar-select.tsx';
import type { Filter } from './filter-bar.tsx';

type Word = string | number | boolean;
/** The fields of an address that hold values of a kind. */
type Holding<S, V> = { [N in keyof S]-?: NonNullable<S[N]> extends V ? N : never }[keyof S] & string;
type One<S, N extends keyof S> = NonNullable<S[N]> & Word;
type Item<S, N extends keyof S> = (NonNullable<S[N]> extends readonly (infer I)[] ? I : never) & Word;

interface Choices<V> {
  /** What there is to choose. */
  of: readonly V[];
  word: (value: V) => string;
  /** What else a choice is found by. */
  also?: (value: V) => string;
  /** "No filter", where it is a choice of its own and the first (spec §3). */
  all?: string;
}

/** Where it stands: in the row itself while there is room, wide; else it unfolds. */
type Place = Pick<Filter, 'inRow' | 'wide'>;

interface Option<V> {
  value: V;
  label: string;
  search: string;
}

/** More choices than these are searched. */
const SEEN_AT_ONCE = 7;
const ALL = 'ALL';

/**
 * The filters of a bar by their kind, each as it stands in the address. A screen names its own one by one; every change goes to
 * the address and back to the first page.
 */
export function useFilters<S extends object>(search: S, setSearch: SetSearch<S>) {
  const { t } = useTranslation('table');
  const { day } = useFormat();
  const set = (patch: Record<string, unknown>, options?: { replace?: boolean }) =>
    setSearch({ ...patch, page: 1 } as object, options);
  const held = (name: string) => search[name as keyof S] as unknown;
  const more = (name: string, n: number) => t('filter.more', { name, n });

  const selectOf = <V extends Word>({ of, word, also, all }: Choices<V>, label: string) => ({
    'aria-label': label,
    placeholder: label,
    popupMatchSelectWidth: false,
    options: [
      ...(all === undefined ? [] : [{ value: ALL, label: all, search: all }]),
      ...of.map((value) => ({ value, label: word(value), search: `${word(value)} ${also?.(value) ?? ''}` })),
    ] as Option<V | typeof ALL>[],
    showSearch: of.length > SEEN_AT_ONCE && {
      filterOption: (typed: string, option?: { search: string }) => foldedMatch(option?.search ?? '', typed),
    },
  });

  const choose = <V extends Word>(name: string, label: string, choices: Choices<V>, place: Place): Filter => {
    const value = held(name) as V | undefined;
    return {
      key: name,
      label,
      ...place,
      control: (
        <FilterSelect<V | typeof ALL | null, Option<V | typeof ALL>>
          {...selectOf(choices, label)}
          allowClear={choices.all === undefined}
          value={value ?? (choices.all === undefined ? null : ALL)}
          onChange={(next) => set({ [name]: next === ALL ? undefined : (next ?? undefined) })}
        />
      ),
      chip: value === undefined ? null : choices.word(value),
      onRemove: () => set({ [name]: undefined }),
    };
  };

  return {
    /** What the bar's search field is told. */
    text: (placeholder: string) => ({
      value: (held('text') as string | undefined) ?? '',
      placeholder,
      // Back does not step through what was typed.
      onChange: (text: string) => set({ text: text || undefined }, { replace: true }),
    }),

    /** From a day to a day, either end open. */
    days(since: Holding<S, string>, until: Holding<S, string>, label: string, place: Place = {}): Filter {
      const [from, to] = [held(since), held(until)] as (string | undefined)[];
      return {
        key: since,
        label,
        wide: true,
        ...place,
        control: <DayRange from={from} to={to} onChange={(first, last) => set({ [since]: first, [until]: last })} />,
        chip: daysInWords(from && day(from), to && day(to), t),
        onRemove: () => set({ [since]: undefined, [until]: undefined }),
      };
    },

    /** One of some words. */
    one: <N extends Holding<S, Word>>(name: N, label: string, choices: Choices<One<S, N>>, place: Place = {}): Filter =>
      choose(name, label, choices, place),

    /** With, or without. */
    flag: (name: Holding<S, boolean>, label: string, word: (value: boolean) => string, place: Place = {}): Filter =>
      choose(name, label, { of: [true, false], word }, place),

    /** Any of several: reads as the first and how many more. */
    some<N extends Holding<S, readonly Word[]>>(
      name: N,
      label: string,
      choices: Choices<Item<S, N>>,
      place: Place = {},
    ): Filter {
      const chosen = (held(name) ?? []) as Item<S, N>[];
      const [first] = chosen;
      const name0 = first === undefined ? null : choices.word(first);
      const chip = name0 !== null && chosen.length > 1 ? more(name0, chosen.length - 1) : name0;
      return {
        key: name,
        label,
        ...place,
        control: (
          <FilterSelect<(Item<S, N> | typeof ALL)[], Option<Item<S, N> | typeof ALL>>
            {...selectOf(choices, label)}
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

    /** What only a link brings: it is seen and taken away, not chosen. */
    linked: (name: keyof S & string, label: string, words: string): Filter => ({
      key: name,
      label,
      control: null,
      chip: held(name) === undefined ? null : words,
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
