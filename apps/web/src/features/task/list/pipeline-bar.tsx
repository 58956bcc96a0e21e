import { PIPELINE, statusName, type TaskStatus } from '@darkroom/domain/task/status';
import { useTranslation } from 'react-i18next';
import { useDark } from '../../../lib/device.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { statusColor } from '../../../entities/status/status-colors.ts';
import floorCss from '../now/floor.module.css';

interface PipelineBarProps {
  counts: Readonly<Record<string, number>> | undefined;
  chosen: readonly TaskStatus[];
  /** The list below has more filters than the status. A note says that these numbers ignore them. */
  narrowed: boolean;
  onChoose: (statuses: TaskStatus[]) => void;
}

const OPEN = PIPELINE.filter((status) => status !== 9);

/** Open tasks as a bar in the order of their statuses. A press filters the list by that status. */
export function PipelineBar({ counts, chosen, narrowed, onChoose }: PipelineBarProps) {
  const { t } = useTranslation(['task', 'status']);
  const dark = useDark();
  const { number } = useFormat();
  const countOf = (status: TaskStatus) => counts?.[String(status)] ?? 0;
  const toggle = (status: TaskStatus) =>
    onChoose(chosen.includes(status) ? chosen.filter((s) => s !== status) : [...chosen, status]);
  return (
    <section className="stack gap-4 mb-8" aria-label={t('pipeline')}>
      <div className={floorCss.pipelineBar} aria-hidden="true">
        {OPEN.filter((status) => countOf(status) > 0).map((status) => (
          <i
            key={status}
            className="mark"
            style={{ flexGrow: countOf(status), background: statusColor(status, dark) }}
          />
        ))}
      </div>
      <div className={floorCss.pipelineStages}>
        {OPEN.map((status) => (
          <button
            key={status}
            type="button"
            className={floorCss.stage}
            aria-pressed={chosen.includes(status)}
            data-none={countOf(status) === 0}
            onClick={() => toggle(status)}
          >
            <i className="mark" style={{ background: statusColor(status, dark) }} aria-hidden="true" />
            <span>{t(`status:task.${statusName(status)}`)}</span>
            <b>{counts ? number(countOf(status)) : '·'}</b>
          </button>
        ))}
        {narrowed && <span className="muted no-shrink">{t('pipelineWhole')}</span>}
      </div>
    </section>
  );
}
