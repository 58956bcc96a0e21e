import { qualityEndpoints, type QualityPart, type QualityTask } from '@darkroom/contract/quality/quality';
import { addDays } from '@darkroom/domain/calendar/day';
import type { QualityGrouping } from '@darkroom/domain/quality/figures';
import type { TaskStatus } from '@darkroom/domain/task/status';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Skeleton } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { query } from '../../lib/api/query.ts';
import { useCategories, useFaultKinds, useUsers } from '../../lib/session/lookups.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { StatusDot } from '../../entities/status/status-dot.tsx';
import { LoadErrorMessage, Empty } from '../../ui/data-table/data-table-states.tsx';
import { Choice } from '../../ui/input/choice.tsx';
import { useBackCloses } from '../../ui/overlay/back-closes.ts';
import { CLOSED_TASK_LIST, toQualityInput, type QualitySearch, type SetQualitySearch } from './quality-search.ts';
import { useQualityTexts, type AnyFigure } from './use-quality-texts.ts';
import styles from './quality.module.css';
import { Drawer } from '../../ui/overlay/drawer.tsx';
import { Pagination } from '../../ui/pagination.tsx';

const PAGE_SIZE = 25;

/** Parts of each figure. The first part is shown first. */
const PARTS: Record<AnyFigure, readonly QualityPart[]> = {
  qc1_yield: ['remainder', 'numerator', 'denominator'],
  qc2_yield: ['remainder', 'numerator', 'denominator'],
  faults: ['numerator', 'denominator'],
  rework: ['numerator', 'denominator'],
  complaints: ['numerator', 'denominator'],
  checking: ['numerator', 'remainder', 'denominator'],
};

interface QualityTasksProps {
  search: QualitySearch & { task_figure: AnyFigure };
  setSearch: SetQualitySearch;
  by: QualityGrouping;
  today: string;
}

/** Tasks of a figure next to the report: editor, QC and faults of each. */
export function QualityTasks({ search, setSearch, by, today }: QualityTasksProps) {
  const { t } = useTranslation('quality');
  const words = useQualityTexts();
  const { label } = useFaultKinds();
  const { task_figure: figure, line, kind, task_page } = search;
  const parts = PARTS[figure];
  const part = search.part && parts.includes(search.part) ? search.part : parts[0]!;
  const close = () => setSearch(CLOSED_TASK_LIST);
  useBackCloses(close, true);
  const input = filterByLine(toQualityInput(search, today), by, line);
  const list = useQuery({
    ...query(qualityEndpoints.tasks, {
      ...input,
      figure,
      part,
      page: task_page,
      page_size: PAGE_SIZE,
      ...(kind ? { kind } : {}),
    }),
    placeholderData: keepPreviousData,
  });
  const group = figure === 'qc1_yield' || figure === 'qc2_yield' ? 'yield' : figure;
  const scopeLabel = [line && words.getLineName(by, line), kind && label(kind)].filter(Boolean).join(' · ');
  return (
    <Drawer open width="record" title={t('tasks.title', { figure: t(`figure.${figure}`) })} onClose={close}>
      <div className="stack gap-12">
        {scopeLabel && <p className="m-0 semibold">{scopeLabel}</p>}
        <p className="muted">{words.explainFigure(figure)}</p>
        {!kind && (
          <Choice
            label={t('tasks.part')}
            value={part}
            options={parts.map((value) => ({
              value,
              label: t(`tasks.parts.${group}.${value}` as 'tasks.parts.yield.numerator'),
            }))}
            onChange={(next) => setSearch({ part: next, task_page: 1 })}
          />
        )}
        {list.isError && !list.data && <LoadErrorMessage error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && <Skeleton active paragraph={{ rows: 6 }} />}
        {list.data?.results.length === 0 && <Empty title={t('tasks.none')} hint={t('tasks.noneHint')} />}
        {list.data && list.data.results.length > 0 && (
          <ol className={styles.tasks} data-busy={list.isPlaceholderData || undefined}>
            {list.data.results.map((task) => (
              <QualityTaskItem key={task.history_id} task={task} />
            ))}
          </ol>
        )}
        {list.data && list.data.total_items > PAGE_SIZE && (
          <Pagination
            simple
            current={task_page}
            pageSize={PAGE_SIZE}
            total={list.data.total_items}
            showSizeChanger={false}
            onChange={(next) => setSearch({ task_page: next })}
          />
        )}
      </div>
    </Drawer>
  );
}

type ReportInput = ReturnType<typeof toQualityInput>;

/** Filters the report to one of its lines. */
function filterByLine(input: ReportInput, by: QualityGrouping, line: string | undefined): ReportInput {
  if (line === undefined) return input;
  switch (by) {
    case 'editor':
      return line === '0' ? input : { ...input, editor: Number(line) };
    case 'category':
      return { ...input, service_cat2_id: Number(line) };
    case 'customer':
      return { ...input, cus_id1: Number(line) };
    case 'workstream':
      return { ...input, workstream: line as NonNullable<ReportInput['workstream']> };
    case 'week': {
      const end = addDays(line, 6);
      return {
        ...input,
        date_from: line > input.date_from ? line : input.date_from,
        date_to: end < input.date_to ? end : input.date_to,
      };
    }
    default: {
      const never: never = by;
      return never;
    }
  }
}

function QualityTaskItem({ task: { task_id, at, kind, passed, faults, pieces, status, task } }: { task: QualityTask }) {
  const { t } = useTranslation('quality');
  const { dayTime, number } = useFormat();
  const { label } = useFaultKinds();
  const { fullName } = useUsers();
  const categories = useCategories();
  const findings =
    faults.map(label).join(', ') || t(passed === null ? `tasks.${kind as 'completed' | 'rework'}` : 'tasks.passed');
  return (
    <li>
      <div className={styles.taskHead}>
        {task ? (
          <Link to="/job/task" search={{ task: task_id }} className="ellipsis">
            {task.sub_prod_id} · {task.job_name}
          </Link>
        ) : (
          <span className="muted">{t('tasks.unseen')}</span>
        )}
        <StatusDot status={status as TaskStatus} />
      </div>
      <div className={faults.length > 0 ? 'ink-danger' : undefined}>{findings}</div>
      <div className="muted">
        {[
          dayTime(at),
          `${t('tasks.pieces')} ${number(pieces)}`,
          task && categories.label(task.service_cat2_id),
          task?.editor && `${t('tasks.editor')}: ${fullName(task.editor)}`,
          task?.checker && `${t('tasks.checker')}: ${fullName(task.checker)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </div>
    </li>
  );
}
