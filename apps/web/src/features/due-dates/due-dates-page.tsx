import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { query } from '../../lib/api/query.ts';
import { useScreenSearch } from '../../lib/use-screen-search.ts';
import { useReportDay } from '../../lib/clock/use-today.ts';
import {
  dueDateReportEndpoints,
  dueDateExport,
  DUE_DATE_GROUPS,
  FORECAST_GROUPS,
} from '@darkroom/contract/due-date/report';
import { ExportButton } from '../../ui/export/export-button.tsx';
import { Choice } from '../../ui/input/choice.tsx';
import { AsOf } from '../../ui/page/as-of.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { ForecastScores } from './forecast-scores.tsx';
import { MonthsFilter, formatMonthRange } from './months-filter.tsx';
import { OnTimeJobs } from './on-time-jobs.tsx';
import { readMonthRange, toDueDateInput, dueDateList, toForecastInput, DUE_DATE_TABS } from './due-dates-search.ts';
import styles from './due-dates.module.css';

/** Due dates (decision 127) and the accuracy of forecasts (decision 126). */
export default function DueDatesPage() {
  const { t } = useTranslation('dueDate');
  const [search, setSearch] = useScreenSearch(dueDateList.schema);
  const today = useReportDay();
  const months = readMonthRange(search, today);
  const showsForecasts = search.tab === 'forecasts';
  // Same query as in the tab, so it is sent once.
  const report = useQuery({
    ...query(dueDateReportEndpoints.report, toDueDateInput(search, today)),
    enabled: !showsForecasts,
  });
  const scores = useQuery({
    ...query(dueDateReportEndpoints.forecasts, toForecastInput(search, today)),
    enabled: showsForecasts,
  });
  const asOf = (showsForecasts ? scores : report).data?.as_of;
  const by = showsForecasts ? toForecastInput(search, today).by : search.by;
  return (
    <div className={styles.page}>
      <PageHead
        title={t('title')}
        note={<AsOf period={formatMonthRange(months)} at={asOf} words={(at) => t('asOf', { at })} />}
        actions={
          showsForecasts ? null : (
            <ExportButton
              endpoint={dueDateExport}
              list={toDueDateInput(search, today)}
              total={report.data?.results.length}
            />
          )
        }
      />
      <search className="cluster">
        <Choice
          label={t('title')}
          value={search.tab}
          options={DUE_DATE_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
          onChange={(tab) => setSearch({ tab })}
        />
        <MonthsFilter months={months} today={today} onChange={setSearch} />
        <Choice
          label={t('groupBy')}
          value={by}
          options={(showsForecasts ? FORECAST_GROUPS : DUE_DATE_GROUPS).map((value) => ({
            value,
            label: t(`group.${value}`),
          }))}
          onChange={(group) => setSearch({ by: group })}
        />
      </search>
      {showsForecasts ? <ForecastScores today={today} /> : <OnTimeJobs today={today} />}
    </div>
  );
}
