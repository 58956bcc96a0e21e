import { PIPELINE, statusName, type TaskStatus } from '@darkroom/domain/task/status';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useIsDark } from '../../../lib/device.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { statusColor } from '../../../entities/status/status-colors.ts';
import pipelineCss from '../now/pipeline.module.css';

interface PipelineBarProps {
  counts: Readonly<Record<string, number>> | undefined;
  selected: readonly TaskStatus[];
  /** True if the list below has more filters than the status. A note explains that these numbers ignore them. */
  hasOtherFilters: boolean;
  onSelect: (statuses: TaskStatus[]) => void;
}

const OPEN_STATUSES = PIPELINE.filter((status) => status !== 9);

/** Open tasks as a bar in the order of their statuses. A press filters the list by that status. */
export function PipelineBar({ counts, selected, hasOtherFilters, onSelect }: PipelineBarProps) {
  const { t } = useTranslation(['task', 'status']);
  const isDark = useIsDark();
  const { number } = useFormat();
  const getCount = (status: TaskStatus) => counts?.[String(status)] ?? 0;
  const toggle = (status: TaskStatus) =>
    onSelect(selected.includes(status) ? selected.filter((s) => s !== status) : [...selected, status]);
  return (
    <section className="stack gap-4 mb-8" aria-label={t('pipeline')}>
      <div className={pipelineCss.pipelineBar} aria-hidden="true">
        {OPEN_STATUSES.filter((status) => getCount(status) > 0).map((status) => (
          <i
            key={status}
            className="mark"
            style={{ flexGrow: getCount(status), background: statusColor(status, isDark) }}
          />
        ))}
      </div>
      <div className={pipelineCss.pipelineStages}>
        {OPEN_STATUSES.map((status) => (
          <button
            key={status}
            type="button"
            className={pipelineCss.stage}
            aria-pressed={selected.includes(status)}
            data-empty={getCount(status) === 0}
            onClick={() => toggle(status)}
          >
            <i className="mark" style={{ background: statusColor(status, isDark) }} aria-hidden="true" />
            <span>{t(`status:task.${statusName(status)}`)}</span>
            <b>{counts ? number(getCount(status)) : '·'}</b>
          </button>
        ))}
        {hasOtherFilters && <span className="muted no-shrink">{t('pipelineWhole')}</span>}
      </div>
    </section>
  );
}
