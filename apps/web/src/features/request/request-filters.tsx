import { REQUEST_BOARDS, REQUEST_STATUSES, REQUEST_TYPES } from '@darkroom/domain/request/status';
import { boardsSeen } from '@darkroom/domain/request/decide';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/words/format.ts';
import { useActor } from '../../lib/session/session.ts';
import { useCustomerLevels } from '../../ui/filter-bar/filter-bar-choices.ts';
import { DayRange } from '../../ui/filter-bar/filter-bar-days.tsx';
import { levelWords } from '../../ui/filter-bar/filter-bar-level-tree.ts';
import { LevelFilter } from '../../ui/filter-bar/filter-bar-levels.tsx';
import { FilterBar, type Filter } from '../../ui/filter-bar/filter-bar.tsx';
import { SavedViews } from '../../ui/saved-views/saved-views.tsx';
import { NO_FILTERS, viewSearch, type RequestSearch, type SetRequestSearch } from './request-search.ts';

interface ChoiceFilter<V extends string> {
  key: string;
  label: string;
  values: readonly V[];
  chosen: V[] | undefined;
  word: (value: V) => string;
  onChange: (chosen: V[] | undefined) => void;
  inRow?: boolean;
}

/** Some of a few words to filter by. */
const choiceFilter = <V extends string>({ key, label, values, chosen = [], word, onChange, inRow }: ChoiceFilter<V>) =>
  ({
    key,
    label,
    ...(inRow ? { inRow } : {}),
    control: (
      <Select<V[], { value: V; label: string }>
        mode="multiple"
        maxTagCount="responsive"
        allowClear
        showSearch={false}
        aria-label={label}
        placeholder={label}
        value={chosen}
        options={values.map((value) => ({ value, label: word(value) }))}
        onChange={(next) => onChange(next.length > 0 ? next : undefined)}
      />
    ),
    chip: chosen.length === 0 ? null : chosen.map(word).join(', '),
    onRemove: () => onChange(undefined),
  }) satisfies Filter;

/** The filters of the requests, each as it stands in the address; board and status are columns where columns are shown. */
export function RequestFilters({ search, setSearch }: { search: RequestSearch; setSearch: SetRequestSearch }) {
  const { t } = useTranslation(['request', 'status', 'table']);
  const { day } = useFormat();
  const actor = useActor();
  // Requests hang on the middle level: there is nothing of the lowest to choose.
  const levels = useCustomerLevels().slice(0, 2);
  const set: SetRequestSearch = (patch) => setSearch({ ...patch, page: 1 });
  const { created_from: from, created_to: to } = search;
  const customer = { customer0_id: search.customer0_id, customer1_id: search.customer1_id };
  const days = () => {
    if (from && to) return `${day(from)} – ${day(to)}`;
    if (from) return t('table:filter.since', { day: day(from) });
    return to ? t('table:filter.until', { day: day(to) }) : null;
  };

  const filters: Filter[] = [
    choiceFilter({
      key: 'type',
      label: t('field.type'),
      values: REQUEST_TYPES,
      chosen: search.type,
      word: (type) => t(`status:requestType.${type}`),
      onChange: (type) => set({ type }),
      inRow: true,
    }),
    {
      key: 'customer',
      label: t('field.customer'),
      inRow: true,
      control: (
        <LevelFilter
          levels={levels}
          value={customer}
          onChange={({ customer0_id, customer1_id }) => set({ customer0_id, customer1_id })}
          placeholder={t('field.customer')}
        />
      ),
      chip: levelWords(levels, customer, (name, n) => t('table:filter.more', { name, n })),
      onRemove: () => set({ customer0_id: undefined, customer1_id: undefined }),
    },
    {
      key: 'days',
      label: t('field.created_at'),
      wide: true,
      control: (
        <DayRange from={from} to={to} onChange={(since, until) => set({ created_from: since, created_to: until })} />
      ),
      chip: days(),
      onRemove: () => set({ created_from: undefined, created_to: undefined }),
    },
  ];
  if (search.show === 'list') {
    const seen = boardsSeen(actor);
    filters.unshift(
      choiceFilter({
        key: 'status',
        label: t('field.status'),
        values: REQUEST_STATUSES,
        chosen: search.status,
        word: (status) => t(`status:request.${status}`),
        onChange: (status) => set({ status }),
        inRow: true,
      }),
    );
    if (seen.length > 1) {
      filters.push({
        key: 'board',
        label: t('field.board'),
        control: (
          <Select
            allowClear
            aria-label={t('field.board')}
            placeholder={t('field.board')}
            value={search.board}
            options={REQUEST_BOARDS.map((value) => ({ value, label: t(`status:board.${value}`) }))}
            onChange={(board) => set({ board })}
          />
        ),
        chip: search.board ? t(`status:board.${search.board}`) : null,
        onRemove: () => set({ board: undefined }),
      });
    }
  }
  return (
    <FilterBar
      before={<SavedViews screen="request" current={viewSearch(search)} chosen={search.view} />}
      search={{
        value: search.text ?? '',
        onChange: (text) => set({ text: text || undefined }),
        placeholder: t('search'),
      }}
      filters={filters}
      onClear={() => set({ ...NO_FILTERS, ...(search.show === 'list' ? { status: undefined, board: undefined } : {}) })}
    />
  );
}
