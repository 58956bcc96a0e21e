import type { TaskRow } from '@darkroom/contract';
import { taskQuantity } from '@darkroom/domain/task/counts';
import { isIn } from '@darkroom/domain/task/status';
import { TRANSITIONS } from '@darkroom/domain/task/transitions';
import { Button } from 'antd';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { useShortcuts } from '../../lib/keyboard.ts';
import { isKey, printed } from '../../lib/keys.ts';
import { useUsers } from '../../lib/lookups.ts';
import { useActor } from '../../lib/session.ts';
import { useNarrow } from '../../ui/data-table-narrow.ts';
import { StatusDot } from '../../ui/status-dot.tsx';
import { countsOf, useCountFields } from '../../ui/task/counts.ts';
import { MoreSteps, NextStep, OtherSteps } from '../../ui/task/step-buttons.tsx';
import { Brief, BriefHead, Priority, Running, Since } from '../../ui/task/task-brief.tsx';
import { formOf, stepKey } from '../../ui/task/task-steps.ts';
import { stepsOf } from '../../ui/task/task-steps-of.ts';
import parts from '../../ui/task/task-parts.module.css';
import cardCss from './now-card.module.css';
import { focusIsFree, hasKeyboard } from './card-focus.ts';
import { EarlierFaults, QuantityFields } from './lazy.tsx';
import { SupportersLine } from './supporters-line.tsx';
import type { CountingInPlace } from './use-counting.ts';
import { useStepsState } from '../../ui/task/use-task-steps.tsx';

interface CountingProps {
  row: TaskRow;
  counting: CountingInPlace;
  /** Whether the task came onto the card by one's own doing: what others do never moves the focus. */
  mayFocus: (row: TaskRow) => boolean;
}

interface NowCardProps extends CountingProps {
  /** Under way, or the next one waiting. */
  underWay: boolean;
  onOpen: (row: TaskRow) => void;
}

/** What one works on now: what is asked on the left, counting and the steps on the right; on a phone the next step is at the thumb. */
export function NowCard({ row, underWay, counting, mayFocus, onOpen }: NowCardProps) {
  const { t } = useTranslation(['task', 'status']);
  const narrow = useNarrow();
  const { pending } = useStepsState();
  const mineToEdit = row.editor === useActor().user_id;
  const counts = mineToEdit && isIn(TRANSITIONS.set_quantity.from, row.status);
  const next = useFocusedStep({ row, counting, mayFocus }, counts);
  const steps = { row, onStep: counting.press, busy: pending };
  return (
    <section className={cardCss.now} data-now aria-label={underWay ? t('now') : t('next')}>
      <div className={cardCss.nowBrief}>
        <div className={parts.statusLine}>
          <span className={cardCss.eyebrow}>{underWay ? t('now') : t('next')}</span>
          <StatusDot status={row.status} />
          <Priority of={row.job_priority} />
        </div>
        <BriefHead row={row} />
        <Brief row={row} />
        <SupportersLine row={row} />
        <Suspense fallback={null}>
          <EarlierFaults row={row} />
        </Suspense>
      </div>
      <div className={cardCss.nowSteps}>
        <p className={cardCss.time}>
          <span className={parts.quiet}>{underWay ? t('runningSince') : t('waitingFor')}</span>
          {underWay ? <Running since={row.status_since} /> : <Since at={row.status_since} />}
        </p>
        {counts ? (
          <CountFields key={row.task_id} row={row} counting={counting} mayFocus={mayFocus} />
        ) : (
          <Counted row={row} />
        )}
        {!narrow && <NextStep {...steps} ref={next} wide size="large" />}
        <div className={parts.buttons}>
          <OtherSteps {...steps} without={['set_quantity']} />
          <Button onClick={() => onOpen(row)}>{t('history')}</Button>
          {!narrow && <MoreSteps {...steps} />}
        </div>
      </div>
    </section>
  );
}

/** Where nothing is counted, as before the start, the next key is the next step's: its button has the focus then. */
function useFocusedStep({ row, mayFocus }: CountingProps, counts: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const arrive = useEffectEvent(() => {
    if (!counts && hasKeyboard() && mayFocus(row) && focusIsFree()) button.current?.focus({ preventScroll: true });
  });
  useEffect(() => arrive(), [row.task_id, row.status, counts]);
  return button;
}

const COUNT_KEYS = ['count_done', 'count_save'] as const;

/**
 * The counts and the two keys they end with: Enter finishes with what is typed, or with all that was ordered while nothing
 * is; with Shift it only saves. The focus comes here by itself where it stands nowhere else, for the next key is a digit.
 */
function CountFields({ row, counting, mayFocus }: CountingProps) {
  const { t } = useTranslation(['task', 'status']);
  const { number } = useFormat();
  const actor = useActor();
  const { pending } = useStepsState();
  const [takesFocus] = useState(
    () => hasKeyboard() && (counting.begun(row.task_id) || (mayFocus(row) && focusIsFree())),
  );
  const [field] = useCountFields(row);
  useShortcuts({}, { own: COUNT_KEYS });
  const { draft, error } = counting.of(row.task_id);
  const counts = countsOf(row, draft);
  // What is no number is a change too: pressing says so.
  const unread = Object.values(draft).some((typed) => typeof typed === 'string');
  const changed = unread || counts.x1 !== row.x1 || counts.x2 !== row.x2 || counts.x3 !== row.x3;
  const { next } = stepsOf(row, actor);
  const finish = next !== null && formOf(next) === 'quantity' ? next : null;
  const untouched = taskQuantity(row) === 0 && Object.keys(draft).length === 0;
  const all = finish && field && untouched ? () => counting.all(row, finish, field) : null;
  const save = () => changed && counting.press(row, 'set_quantity');
  const onEnter = (event: { key: string; shiftKey: boolean }) => {
    if (pending) return;
    if (isKey(event, 'count_save')) save();
    else if (all) all();
    else if (finish) counting.press(row, finish);
    else if (changed) save();
    else if (next) counting.press(row, next);
  };
  return (
    // Until something is typed letters are the page's keys: the focus came here by itself.
    <div data-counting data-digits={Object.keys(draft).length === 0 || undefined}>
      <Suspense fallback={<FieldsToCome onEnter={takesFocus ? onEnter : undefined} />}>
        <QuantityFields
          saved={row}
          draft={draft}
          error={error}
          expected={all ? row.quantity : undefined}
          autoFocus={takesFocus}
          onDraft={(typed) => counting.type(row.task_id, typed)}
          onEnter={onEnter}
        />
      </Suspense>
      <div className={cardCss.countingFoot}>
        <span className={parts.quiet}>{t('orderedIs', { count: row.quantity, n: number(row.quantity) })}</span>
        {all && (
          <Button
            size="small"
            disabled={pending}
            title={printed('count_done')}
            aria-label={t('countAllSaid', { n: number(row.quantity) })}
            onClick={all}
          >
            {t('countAll', { n: number(row.quantity) })}
          </Button>
        )}
        <Button size="small" disabled={!changed || pending} title={printed('count_save')} onClick={save}>
          {t(stepKey('set_quantity'))}
        </Button>
      </div>
    </div>
  );
}

/** The counts' room while their code is on its way. Enter is theirs already: whoever presses it has read the card. */
function FieldsToCome({ onEnter }: { onEnter: ((event: KeyboardEvent) => void) | undefined }) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.defaultPrevented || event.isComposing || !focusIsFree()) return;
    event.preventDefault();
    onEnter?.(event);
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return <div className={cardCss.fieldsToCome} aria-busy="true" />;
}

/** What was counted, for those who only look: QC, and an editor whose turn it is not. */
function Counted({ row }: { row: TaskRow }) {
  const { t } = useTranslation(['task', 'status']);
  const { number } = useFormat();
  const { name } = useUsers();
  const fields = useCountFields(row);
  const me = useActor().user_id;
  return (
    <dl className={cardCss.facts}>
      {row.editor !== null && row.editor !== me && (
        <div>
          <dt>{t('field.editor')}</dt>
          <dd>{name(row.editor)}</dd>
        </div>
      )}
      {row.first_qc !== null && row.first_qc !== me && (
        <div>
          <dt>{t('field.first_qc')}</dt>
          <dd>{name(row.first_qc)}</dd>
        </div>
      )}
      <div>
        <dt>{t('field.ordered')}</dt>
        <dd>{number(row.quantity)}</dd>
      </div>
      {fields.map((x) => (
        <div key={x}>
          <dt>{t(`field.${x}`)}</dt>
          <dd>{number(row[x])}</dd>
        </div>
      ))}
    </dl>
  );
}
