import type { TaskRow } from '@darkroom/contract/task/task';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { hasKeyboard } from '../../../lib/keyboard.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { CouldNotLoad, Lines } from '../../../ui/data-table/data-table-states.tsx';
import { StatusDot } from '../../../entities/status/status-dot.tsx';
import { focusIsFree } from './card-focus.ts';
import { NowCard } from './now-card.tsx';
import { NextStep } from '../../../entities/task/steps/step-buttons.tsx';
import { Running } from '../../../entities/task/story/task-brief.tsx';
import parts from '../../../entities/task/story/task-parts.module.css';
import cardCss from './now-card.module.css';
import type { CountingInPlace } from './use-counting.ts';
import type { NowOf } from './use-now-tasks.ts';
import { useStepsState } from '../../../entities/task/steps/use-task-steps.tsx';

interface NowProps {
  now: NowOf;
  counting: CountingInPlace;
  mayFocus: (row: TaskRow | null) => boolean;
  couldTake: number;
  onOpen: (row: TaskRow) => void;
  onSeePool: () => void;
}

/** Top of the user's work: the newest task in progress with the others below it. Otherwise the next waiting task, or a message. */
export function Now({ now, counting, mayFocus, couldTake, onOpen, onSeePool }: NowProps) {
  const { t } = useTranslation(['task', 'table']);
  const { pending } = useStepsState();
  if (now.loading) {
    return (
      <section className={cardCss.nowWait} aria-busy>
        <Lines count={4} />
      </section>
    );
  }
  if (now.failed) {
    return (
      <section className={cardCss.rest}>
        <CouldNotLoad error={now.error} onRetry={now.retry} />
      </section>
    );
  }
  if (!now.row) {
    return <Rest takesFocus={mayFocus(null)} couldTake={couldTake} onSeePool={onSeePool} />;
  }
  return (
    <>
      <NowCard row={now.row} underWay={now.underWay} counting={counting} mayFocus={mayFocus} onOpen={onOpen} />
      {now.others.length > 0 && (
        <ul className={cardCss.alsoNow} aria-label={t('alsoUnderWay')}>
          {now.others.map((row) => (
            <li key={row.task_id}>
              <StatusDot status={row.status} />
              <button type="button" className={cardCss.plainLink} onClick={() => onOpen(row)}>
                {row.sub_prod_id} #{row.task_id} · {row.job_name}
              </button>
              <Running since={row.status_since} />
              <NextStep row={row} onStep={counting.press} busy={pending} size="small" />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface RestProps extends Pick<NowProps, 'couldTake' | 'onSeePool'> {
  takesFocus: boolean;
}

/** Message without a task in progress. After the user's last step, the focus moves here. */
function Rest({ takesFocus, couldTake, onSeePool }: RestProps) {
  const { t } = useTranslation('task');
  const { number } = useFormat();
  const place = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const arrive = useEffectEvent(() => {
    if (takesFocus && hasKeyboard() && focusIsFree()) (button.current ?? place.current)?.focus();
  });
  useEffect(() => arrive(), []);
  return (
    <section ref={place} className={cardCss.rest} tabIndex={-1}>
      <strong>{t('rest.title')}</strong>
      <span className={parts.muted}>{couldTake > 0 ? t('rest.take') : t('rest.wait')}</span>
      {couldTake > 0 && (
        <Button ref={button} onClick={onSeePool}>
          {t('rest.see', { count: couldTake, n: number(couldTake) })}
        </Button>
      )}
    </section>
  );
}
