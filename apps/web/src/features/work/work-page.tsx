import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import type { OutputOf } from '@darkroom/contract/endpoint';
import { workEndpoints, workExport } from '@darkroom/contract/floor/work';
import {
  WORK_SPANS,
  getWorkPeriods,
  moveWorkDay,
  type WorkFigure,
  type WorkSpan,
  WORK_FIGURES,
} from '@darkroom/domain/work/work';
import { Alert, Button, Select } from 'antd';
import { useCallback, type ReactNode, useMemo } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useActivityRefresh } from '../../lib/activity.ts';
import { ApiError } from '../../lib/api/api.ts';
import { formatMonth } from '../../lib/i18n/month-of-year.ts';
import { useReportDay, useToday } from '../../lib/clock/use-today.ts';
import { Empty } from '../../ui/data-table/data-table-states.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useList } from '../../ui/data-table/use-list.ts';
import { Segmented } from '../../ui/input/segmented.tsx';
import { ExportButton } from '../../ui/export/export-button.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { ReportFrame } from '../../ui/page/report-frame.tsx';
import { useLedPeople, type LedPerson } from './use-led-people.ts';
import { useWorkFormat, type WorkRow, getAmount } from './use-work-format.ts';
import { useWorkColumns } from './work-columns.tsx';
import { WorkTotals } from './work-totals.tsx';
import styles from './work.module.css';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import { day, oneOf } from '@darkroom/contract/fields';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../lib/list-search.ts';
import type { SetSearch } from '../../lib/use-screen-search.ts';

const MY_WORK = 0;

interface PersonChoiceProps {
  people: readonly LedPerson[];
  person: number | undefined;
  onChange: (person: number | undefined) => void;
}

/** Select of a person, for leaders. People are sorted by name, never by figures, with former staff last. */
function PersonChoice({ people, person = MY_WORK, onChange }: PersonChoiceProps) {
  const { t } = useTranslation('work');
  const options = useMemo(() => {
    const toOptions = (active: boolean) =>
      people
        .filter((colleague) => colleague.active === active)
        .map(({ id, full_name }) => ({ value: id, label: full_name }));
    const formerStaff = toOptions(false);
    return [
      { value: MY_WORK, label: t('mine') },
      ...toOptions(true),
      ...(formerStaff.length > 0 ? [{ label: t('left'), options: formerStaff }] : []),
    ];
  }, [people, t]);
  return (
    <Select<number>
      className={styles.person ?? ''}
      aria-label={t('person')}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('person')}
      // An id outside of this list is not shown as a bare number.
      value={person === MY_WORK || people.some(({ id }) => id === person) ? person : null}
      options={options}
      onChange={(id) => onChange(id === MY_WORK ? undefined : id)}
    />
  );
}

/** URL parameters: work by day, week or month. By default the user's own work of this month. */
const workList = listSearch(
  {},
  {
    screenState: {
      /** Selected person, for users who lead a workstream. */
      person: z.int().min(1).optional(),
      by: oneOf(WORK_SPANS).default('day'),
      /** A day in the last period. Default: today. */
      date: day().optional(),
      figure: oneOf(WORK_FIGURES).default('tasks'),
    },
  },
);

type WorkSearch = SearchOf<typeof workList>;
type SetWorkSearch = SetSearch<WorkSearch>;

/** The user's own work (/account/work): tasks, quantities, time and faults. A leader of a workstream can select one of its people. */
export default function WorkPage() {
  const { t } = useTranslation('work');
  const today = useReportDay();
  const { isLeader, people, isPending } = useLedPeople();
  const findPerson = ({ person }: WorkSearch) => people.find(({ id }) => id === person);
  // For former staff, the last working day.
  const getDefaultDate = (selectedPerson: ReturnType<typeof findPerson>) =>
    selectedPerson?.end_time && selectedPerson.end_time < today ? selectedPerson.end_time : today;
  const work = useList(workList, workEndpoints.list, {
    input: (params) => ({
      by: params.by,
      date: params.date ?? getDefaultDate(findPerson(params)),
      ...(params.person === undefined ? {} : { staff_id: params.person }),
    }),
    rows: useCallback(
      ({ results }: OutputOf<typeof workEndpoints.list>) => {
        // Future periods are left out.
        const pastRows = results.filter(({ from }) => from <= today);
        return hasWork(pastRows) ? pastRows.toReversed() : [];
      },
      [today],
    ),
    ready: ({ person }) => person === undefined || !isPending,
  });
  const { search, setSearch, input: listInput, data, rows } = work;
  const { by, figure, person } = search;
  const { date } = listInput;
  const selectedPerson = findPerson(search);
  const defaultDate = getDefaultDate(selectedPerson);
  useActivityRefresh(['task']);
  const format = useWorkFormat();
  const columns = useWorkColumns(by);
  const periods = getWorkPeriods(by, date);
  const periodText = format.period('day', { from: periods[0]!.from, to: periods.at(-1)!.to });
  const title =
    person === undefined
      ? t('title')
      : selectedPerson
        ? t('titleOf', { name: selectedPerson.full_name })
        : t('titleOther');
  const toolbar = (
    <WorkToolbar search={search} setSearch={setSearch} date={date} defaultDate={defaultDate}>
      {isLeader && <PersonChoice people={people} person={person} onChange={(next) => setSearch({ person: next })} />}
    </WorkToolbar>
  );
  // No Retry button, because this user does not lead that person.
  if (person !== undefined && work.query.error instanceof ApiError && work.query.error.status === 404)
    return (
      <div className="page gap-12">
        <PageHead title={title} actions={toolbar} />
        <Empty
          title={t('notLed.title')}
          hint={t('notLed.hint')}
          action={<Button onClick={() => setSearch({ person: undefined })}>{t('notLed.mine')}</Button>}
        />
      </div>
    );
  return (
    <div className="page gap-12">
      <PageHead
        title={title}
        note={[
          periodText,
          selectedPerson &&
            !selectedPerson.active &&
            t('leftOn', { day: format.period('day', { from: defaultDate, to: defaultDate }) }),
        ]
          .filter(Boolean)
          .join(' · ')}
        actions={
          <>
            {toolbar}
            <ExportButton endpoint={workExport} list={listInput} total={rows?.length} />
          </>
        }
      />
      <ReportFrame report={work.query}>
        {data?.archived_before && (
          <Alert type="info" showIcon title={t('archived', { month: formatMonth(data.archived_before) })} />
        )}
        {data && rows && rows.length > 0 && (
          <div className={styles.top} data-busy={work.table.busy || undefined}>
            <WorkTotals
              total={data.total}
              chartedFigure={figure}
              onSelectFigure={(next) => setSearch({ figure: next })}
            />
            <div className="min-w-0">
              <WorkChart figure={figure} by={by} periods={data.results} />
            </div>
          </div>
        )}
        <DataTable<WorkRow>
          {...work.table}
          name={title}
          columns={columns}
          rowKey={(row) => row.from}
          rowName={(row) => format.period(by, row)}
          empty={{ title: t('none.title'), hint: t('none.hint', { period: periodText }) }}
        />
        {rows && rows.length > 0 && <p className="muted">{t('hint')}</p>}
      </ReportFrame>
    </div>
  );
}

const hasWork = (rows: readonly WorkRow[]): boolean =>
  rows.some((row) => row.tasks + row.taken + row.completed + row.faults.length + row.rework > 0);

interface WorkToolbarProps {
  search: WorkSearch;
  setSearch: SetWorkSearch;
  date: string;
  defaultDate: string;
  children: ReactNode;
}

/** Toolbar: person, grouping, previous and next period. */
function WorkToolbar({ search: { by }, setSearch, date, defaultDate, children }: WorkToolbarProps) {
  const { t } = useTranslation('work');
  const today = useToday();
  const moveBy = (steps: number) => {
    const next = moveWorkDay(by, date, steps);
    setSearch({ date: next.slice(0, 7) === defaultDate.slice(0, 7) ? undefined : next });
  };
  return (
    <>
      {children}
      <Segmented
        aria-label={t('groupedBy.label')}
        value={by}
        options={WORK_SPANS.map((value) => ({ value, label: t(`groupedBy.${value}`) }))}
        onChange={(value) => setSearch({ by: value })}
      />
      <span className="row gap-4">
        <Button icon={<LeftOutlined />} title={t('before')} aria-label={t('before')} onClick={() => moveBy(-1)} />
        <Button
          icon={<RightOutlined />}
          title={t('after')}
          aria-label={t('after')}
          disabled={getWorkPeriods(by, date).at(-1)!.to >= today}
          onClick={() => moveBy(1)}
        />
      </span>
    </>
  );
}

interface WorkChartProps {
  figure: WorkFigure;
  by: WorkSpan;
  periods: readonly WorkRow[];
}

/** One figure by period, in order of time. */
function WorkChart({ figure, by, periods }: WorkChartProps) {
  const { t } = useTranslation('work');
  const format = useWorkFormat();
  const bars = useMemo(
    () =>
      periods.map((row) => ({
        name: format.short(by, row),
        value: getAmount(figure, row) ?? 0,
        words: `${format.period(by, row)}\n${format.figure(figure, row)}`,
      })),
    [periods, figure, by, format],
  );
  return <BarChart vertical isQuantityField title={t(`chart.${figure}`)} bars={bars} />;
}
