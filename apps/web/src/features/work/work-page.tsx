import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { workEndpoints, workExport } from '@darkroom/contract/floor/work';
import { WORK_SPANS, workPeriods, workStep } from '@darkroom/domain/work/work';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useActivityRefresh } from '../../lib/activity.ts';
import { ApiError } from '../../lib/call/api.ts';
import { query } from '../../lib/call/query.ts';
import { monthOfYear } from '../../lib/words/month-of-year.ts';
import { useScreenSearch } from '../../lib/use-screen-search.ts';
import { useReadDay, useToday } from '../../lib/clock/use-today.ts';
import { Empty } from '../../ui/data-table/data-table-states.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { listed } from '../../ui/data-table/listed.ts';
import { Segmented } from '../../ui/input/segmented.tsx';
import { ExportButton } from '../../ui/export/export-button.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { ReportFrame } from '../../ui/page/report-frame.tsx';
import { PersonChoice } from './person-choice.tsx';
import { usePeople } from './use-people.ts';
import { useWorkWords, type WorkRow } from './use-work-words.ts';
import { WorkChart } from './work-chart.tsx';
import { useWorkColumns } from './work-columns.tsx';
import { workList, type SetWorkSearch, type WorkSearch } from './work-search.ts';
import { WorkSum } from './work-sum.tsx';
import styles from './work.module.css';

/** One's own work (/account/work): tasks by day, quantities, time, faults; whoever leads a workstream chooses one of its people. */
export default function WorkPage() {
  const { t } = useTranslation('work');
  const [search, setSearch] = useScreenSearch(workList.schema);
  const { by, figure, person } = search;
  const today = useReadDay();
  const { leading, people, isPending } = usePeople();
  const other = people.find(({ id }) => id === person);
  // Of somebody who has left, what they did last.
  const home = other?.end_time && other.end_time < today ? other.end_time : today;
  const date = search.date ?? home;
  const asked = { by, date, ...(person === undefined ? {} : { staff_id: person }) };
  const work = useQuery({
    ...query(workEndpoints.list, asked),
    enabled: person === undefined || !isPending,
    placeholderData: keepPreviousData,
  });
  useActivityRefresh(['task']);
  const words = useWorkWords();
  const columns = useWorkColumns(by);
  const { data } = work;
  // Of days to come there is nothing to say.
  const past = useMemo(() => data?.results.filter(({ from }) => from <= today), [data, today]);
  const rows = useMemo(() => past && (hasAny(past) ? past.toReversed() : []), [past]);
  const periods = workPeriods(by, date);
  const whole = words.period('day', { from: periods[0]!.from, to: periods.at(-1)!.to });
  const title = person === undefined ? t('title') : other ? t('titleOf', { name: other.full_name }) : t('titleOther');
  const bar = (
    <Bar search={search} setSearch={setSearch} date={date} home={home}>
      {leading && <PersonChoice people={people} person={person} onChange={(next) => setSearch({ person: next })} />}
    </Bar>
  );
  // There is nothing to try again: this person's work is nobody's of those this one leads.
  if (person !== undefined && work.error instanceof ApiError && work.error.status === 404)
    return (
      <div className={styles.page}>
        <PageHead title={title} actions={bar} />
        <Empty
          title={t('notYours.title')}
          hint={t('notYours.hint')}
          action={<Button onClick={() => setSearch({ person: undefined })}>{t('notYours.mine')}</Button>}
        />
      </div>
    );
  return (
    <div className={styles.page}>
      <PageHead
        title={title}
        note={[whole, other && !other.active && t('leftOn', { day: words.period('day', { from: home, to: home }) })]
          .filter(Boolean)
          .join(' · ')}
        actions={
          <>
            {bar}
            <ExportButton endpoint={workExport} list={asked} total={past && rows?.length} />
          </>
        }
      />
      <ReportFrame report={work}>
        {data?.archived_before && (
          <Alert type="info" showIcon title={t('archived', { month: monthOfYear(data.archived_before) })} />
        )}
        {data && past && hasAny(past) && (
          <div className={styles.top} data-busy={work.isPlaceholderData || undefined}>
            <WorkSum total={data.total} charted={figure} onChart={(next) => setSearch({ figure: next })} />
            <div className={styles.chart}>
              <WorkChart figure={figure} by={by} periods={data.results} />
            </div>
          </div>
        )}
        <DataTable<WorkRow>
          {...listed(workList, { ...work, data: rows && { results: rows } }, search, setSearch)}
          name={title}
          columns={columns}
          rowKey={(row) => row.from}
          rowName={(row) => words.period(by, row)}
          empty={{ title: t('none.title'), hint: t('none.hint', { period: whole }) }}
        />
        {past && hasAny(past) && <p className="quiet">{t('how')}</p>}
      </ReportFrame>
    </div>
  );
}

const hasAny = (rows: readonly WorkRow[]): boolean =>
  rows.some((row) => row.tasks + row.taken_up + row.completed + row.faults.length + row.rework > 0);

interface BarProps {
  search: WorkSearch;
  setSearch: SetWorkSearch;
  date: string;
  /** The day that is shown without one in the address. */
  home: string;
  children: ReactNode;
}

/** Whose work, by what, and the stretch before and after. */
function Bar({ search: { by }, setSearch, date, home, children }: BarProps) {
  const { t } = useTranslation('work');
  const today = useToday();
  const step = (steps: number) => {
    const next = workStep(by, date, steps);
    setSearch({ date: next.slice(0, 7) === home.slice(0, 7) ? undefined : next });
  };
  return (
    <>
      {children}
      <Segmented
        aria-label={t('by.label')}
        value={by}
        options={WORK_SPANS.map((value) => ({ value, label: t(`by.${value}`) }))}
        onChange={(value) => setSearch({ by: value })}
      />
      <span className={styles.steps}>
        <Button icon={<LeftOutlined />} title={t('before')} aria-label={t('before')} onClick={() => step(-1)} />
        <Button
          icon={<RightOutlined />}
          title={t('after')}
          aria-label={t('after')}
          disabled={workPeriods(by, date).at(-1)!.to >= today}
          onClick={() => step(1)}
        />
      </span>
    </>
  );
}
