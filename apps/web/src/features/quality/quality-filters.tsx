import type { Day } from '@darkroom/domain/calendar/day';
import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { QUALITY_GROUPINGS, type QualityGrouping } from '@darkroom/domain/quality/figures';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { PeriodFilter } from '../../entities/price/period-filter.tsx';
import { useCategories, useCustomers, useUsers } from '../../lib/session/lookups.ts';
import { Choice } from '../../ui/input/choice.tsx';
import { CLOSED_TASK_LIST, toQualityInput, type QualitySearch, type SetQualitySearch } from './quality-search.ts';
import styles from './quality.module.css';

interface QualityFiltersProps {
  search: QualitySearch;
  setSearch: SetQualitySearch;
  today: Day;
  by: QualityGrouping;
  /** Number of workstreams that the user leads. With 0, users see only their own work. */
  ledWorkstreamCount: number;
  /** True if the grouping is hidden. A user who only checks has one figure. */
  hidesGrouping?: boolean;
}

const SEARCHABLE_SELECT = { showSearch: { optionFilterProp: 'label' }, allowClear: true } as const;

/** Filters of the report: period, scope and grouping. */
export function QualityFilters({
  search,
  setSearch,
  today,
  by,
  ledWorkstreamCount,
  hidesGrouping = false,
}: QualityFiltersProps) {
  const { t } = useTranslation('quality');
  const { date_from: from, date_to: to } = toQualityInput(search, today);
  const users = useUsers();
  const categories = useCategories();
  const customers = useCustomers();
  const isTeamReport = ledWorkstreamCount > 0 && !search.mine;
  const editors = useMemo(() => users.active.map((item) => ({ value: item.id, label: item.full_name })), [users]);
  const cat2 = useMemo(
    () => categories.cat2.map(({ id }) => ({ value: id, label: categories.label(id) })),
    [categories],
  );
  const cus1 = useMemo(
    () => [...customers.cus1ById.values()].map(({ id, name }) => ({ value: id, label: name })),
    [customers],
  );
  const updateSearch: SetQualitySearch = (patch) => setSearch({ ...CLOSED_TASK_LIST, ...patch });
  return (
    <search className="cluster">
      <PeriodFilter period={{ from, to }} today={today} onChange={updateSearch} />
      {ledWorkstreamCount > 0 && (
        <Choice
          label={t('scope')}
          value={search.mine ? 'mine' : 'people'}
          options={[
            { value: 'people', label: t(ledWorkstreamCount === WORKSTREAMS.length ? 'whom.all' : 'whom.people') },
            { value: 'mine', label: t('whom.mine') },
          ]}
          onChange={(value) => updateSearch({ mine: value === 'mine', editor: undefined, by: undefined })}
        />
      )}
      {ledWorkstreamCount !== 1 && (
        <Select
          {...SEARCHABLE_SELECT}
          className={styles.filter ?? ''}
          aria-label={t('filter.workstream')}
          placeholder={t('filter.workstream')}
          value={search.workstream ?? null}
          options={WORKSTREAMS.map((value) => ({ value, label: value }))}
          onChange={(workstream) => updateSearch({ workstream: workstream ?? undefined })}
        />
      )}
      {isTeamReport && (
        <Select
          {...SEARCHABLE_SELECT}
          className={styles.filter ?? ''}
          aria-label={t('filter.editor')}
          placeholder={t('filter.editor')}
          value={search.editor ?? null}
          options={editors}
          onChange={(editor) => updateSearch({ editor: editor ?? undefined })}
        />
      )}
      <Select
        {...SEARCHABLE_SELECT}
        className={styles.filter ?? ''}
        aria-label={t('filter.category')}
        placeholder={t('filter.category')}
        value={search.service_cat2_id ?? null}
        options={cat2}
        onChange={(service_cat2_id) => updateSearch({ service_cat2_id: service_cat2_id ?? undefined })}
      />
      <Select
        {...SEARCHABLE_SELECT}
        className={styles.filter ?? ''}
        aria-label={t('filter.customer')}
        placeholder={t('filter.customer')}
        value={search.cus_id1 ?? null}
        options={cus1}
        onChange={(cus_id1) => updateSearch({ cus_id1: cus_id1 ?? undefined })}
      />
      {!hidesGrouping && (
        <Choice
          label={t('groupedBy.label')}
          value={by}
          options={QUALITY_GROUPINGS.filter((value) => isTeamReport || value !== 'editor').map((value) => ({
            value,
            label: t(`groupedBy.${value}`),
          }))}
          onChange={(value) => updateSearch({ by: value })}
        />
      )}
    </search>
  );
}
