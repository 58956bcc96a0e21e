import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query } from '../../lib/call/query.ts';
import { useScreenSearch } from '../../lib/use-screen-search.ts';
import { useReadDay } from '../../lib/clock/use-today.ts';
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
import { MonthsFilter, monthsInWords } from './months-filter.tsx';
import { OnTimeJobs } from './due-dates-kept.tsx';
import { monthsIn, dueDateInput, dueDateList, forecastInput, TABS } from './due-dates-search.ts';
import styles from './due-dates.module.css';

/** Due dates (decision 127) and the accuracy of forecasts (decision 126). */
export default function PromisesPage() {
  const { t } = useTranslation('dueDate');
  const [search, setSearch] = useScreenSearch(dueDateList.schema);
  const today = useReadDay();
  const months = monthsIn(search, today);
  const forecasts = search.tab === 'forecasts';
  // Same query as in the tab, so it is sent once.
  const report = useQuery({
    ...query(dueDateReportEndpoints.report, dueDateInput(search, today)),
    enabled: !forecasts,
  });
  const scores = useQuery({
    ...query(dueDateReportEndpoints.forecasts, forecastInput(search, today)),
    enabled: forecasts,
  });
  const asOf = (forecasts ? scores : report).data?.as_of;
  const by = forecasts ? forecastInput(search, today).by : search.by;
  return (
    <div className={styles.page}>
      <PageHead
        title={t('title')}
        note={<AsOf period={monthsInWords(months)} at={asOf} words={(at) => t('asOf', { at })} />}
        actions={
          forecasts ? null : (
            <ExportButton
              endpoint={dueDateExport}
              list={dueDateInput(search, today)}
              total={report.data?.results.length}
            />
          )
        }
      />
      <search className="cluster">
        <Choice
          label={t('title')}
          value={search.tab}
          options={TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
          onChange={(tab) => setSearch({ tab })}
        />
        <MonthsFilter months={months} today={today} onChange={setSearch} />
        <Choice
          label={t('by')}
          value={by}
          options={(forecasts ? FORECAST_GROUPS : DUE_DATE_GROUPS).map((value) => ({
            value,
            label: t(`group.${value}`),
          }))}
          onChange={(chosen) => setSearch({ by: chosen })}
        />
      </search>
      {forecasts ? <ForecastScores today={today} /> : <OnTimeJobs today={today} />}
    </div>
  );
}
