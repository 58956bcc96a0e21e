import type { OutputOf } from '@darkroom/contract/endpoint';
import { qualityEndpoints, qualityExport } from '@darkroom/contract/quality/quality';
import { getPreviousPeriod } from '@darkroom/domain/price/period';
import type { QualityGrouping } from '@darkroom/domain/quality/figures';
import { getLedWorkstreams } from '@darkroom/domain/work/visibility';
import { Alert } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useActivityRefresh } from '../../lib/activity.ts';
import { useActor } from '../../lib/session/session.ts';
import { useReportDay } from '../../lib/clock/use-today.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { formatMonth } from '../../lib/i18n/month-of-year.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useList } from '../../ui/data-table/use-list.ts';
import { ExportButton } from '../../ui/export/export-button.tsx';
import { AsOf } from '../../ui/page/as-of.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { ReportFrame } from '../../ui/page/report-frame.tsx';
import { QualityCharts } from './quality-charts.tsx';
import { useFaultColumns, useQualityColumns } from './quality-columns.tsx';
import { useFaultLines, type FaultLine } from './quality-faults.ts';
import { QualityFilters } from './quality-filters.tsx';
import { CLOSED_TASK_LIST, toQualityInput, qualityList, type QualitySearch } from './quality-search.ts';
import { QualityTotals } from './quality-totals.tsx';
import { useQualityTexts, type AnyFigure, type NamedLine } from './use-quality-texts.ts';
import styles from './quality.module.css';
import { lazyOverlay } from '../../ui/lazy/lazy.tsx';

const QualityTasks = lazyOverlay(
  () => import('./quality-tasks.tsx').then((part) => ({ default: part.QualityTasks })),
  ({ setSearch }) => setSearch(CLOSED_TASK_LIST),
);

type ToNamedLines = (
  response: OutputOf<typeof qualityEndpoints.report>,
  address: QualitySearch,
) => readonly NamedLine[];

const isOwnReport = ({ mine }: QualitySearch, ledWorkstreamCount: number): boolean => ledWorkstreamCount === 0 || mine;
/** Returns the grouping of the report. The report of one person is not grouped by editor. */
const getGrouping = (search: QualitySearch, ledWorkstreamCount: number): QualityGrouping =>
  isOwnReport(search, ledWorkstreamCount) && (search.by === undefined || search.by === 'editor')
    ? 'category'
    : (search.by ?? 'editor');

/**
 * Quality (/floor/quality, decisions 131 and 132): the user's own work next to the bureau's average, or the work of the people they lead.
 * Never a ranking.
 */
export default function QualityPage() {
  const { t } = useTranslation('quality');
  const { day } = useFormat();
  const today = useReportDay();
  const ledWorkstreamCount = getLedWorkstreams(useActor()).length;
  const words = useQualityTexts();
  const report = useList(qualityList, qualityEndpoints.report, {
    input: (address) => ({ ...toQualityInput(address, today), by: getGrouping(address, ledWorkstreamCount) }),
    rows: useCallback<ToNamedLines>(
      ({ results }, address) => words.toNamedLines(getGrouping(address, ledWorkstreamCount), results),
      [words, ledWorkstreamCount],
    ),
  });
  const { search, setSearch, input, rows: lines } = report;
  const isOwn = isOwnReport(search, ledWorkstreamCount);
  const by = getGrouping(search, ledWorkstreamCount);
  useActivityRefresh(['task']);
  const { data } = report;
  const hasOnlyChecks = data?.checking != null && data.results.length === 0;
  const faults = useFaultLines(data);
  const openTasks = useCallback(
    (figure: AnyFigure, line?: string) => setSearch({ ...CLOSED_TASK_LIST, task_figure: figure, line }),
    [setSearch],
  );
  const openFaultTasks = useCallback(
    (kind: string) => setSearch({ ...CLOSED_TASK_LIST, task_figure: 'faults', kind }),
    [setSearch],
  );
  const columns = useQualityColumns(by, openTasks);
  const faultColumns = useFaultColumns(openFaultTasks);
  const period = `${day(input.date_from)} – ${day(input.date_to)}`;
  const previousPeriod = getPreviousPeriod({ from: input.date_from, to: input.date_to });
  const openFigure = search.task_figure;
  return (
    <div className={styles.page}>
      <PageHead
        title={t(isOwn ? 'titleMine' : 'title')}
        note={<AsOf period={period} at={data?.as_of} words={(at) => t('asOf', { at })} />}
        actions={<ExportButton endpoint={qualityExport} list={input} total={lines && lines.length + 1} />}
      />
      <QualityFilters
        search={search}
        setSearch={setSearch}
        today={today}
        by={by}
        ledWorkstreamCount={ledWorkstreamCount}
        hidesGrouping={hasOnlyChecks}
      />
      <ReportFrame report={report.query}>
        {data?.known_since && input.date_from < `${data.known_since}-01` && (
          <Alert type="info" showIcon title={t('knownSince', { month: formatMonth(data.known_since) })} />
        )}
        {data && (data.results.length > 0 || data.checking) && (
          <div className={styles.top} data-busy={report.table.busy || undefined}>
            <QualityTotals
              quality={data}
              chartFigure={search.figure}
              onChart={(figure) => setSearch({ figure })}
              onOpenTasks={openTasks}
            />
            {lines && lines.length > 0 && (
              <QualityCharts
                quality={data}
                lines={lines}
                faults={faults}
                by={by}
                figure={search.figure}
                previousPeriod={`${day(previousPeriod.from)} – ${day(previousPeriod.to)}`}
                onLine={(key) => openTasks(search.figure, key)}
                onFaultType={openFaultTasks}
              />
            )}
          </div>
        )}
        {!hasOnlyChecks && (
          <DataTable<NamedLine>
            {...report.table}
            name={t('title')}
            columns={columns}
            rowKey={(row) => row.key}
            rowName={(row) => row.name}
            empty={{ title: t('none.title'), hint: t('none.hint', { period }) }}
          />
        )}
        {faults.length > 0 && (
          <DataTable<FaultLine>
            {...report.table}
            rows={faults}
            name={t('kinds')}
            columns={faultColumns}
            rowKey={(row) => row.kind}
            rowName={(row) => row.name}
            empty={{ title: t('none.title'), hint: '' }}
          />
        )}
        <p className="muted">{t('method')}</p>
      </ReportFrame>
      {openFigure && (
        <QualityTasks search={{ ...search, task_figure: openFigure }} setSearch={setSearch} by={by} today={today} />
      )}
    </div>
  );
}
