import { dayOf } from '@darkroom/domain/calendar/day';
import { getDueDateState, type DueWork, type DueDateState } from '@darkroom/domain/due-date/state';
import { use } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useNow } from '../../lib/clock/use-now.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import css from './due-date.module.css';
import { DueDateRulesContext, useDueDateRules, type DueDateRules } from './use-due-date-rules.ts';
import { useDueDateFormat } from './use-due-date-format.ts';

const MINUTE_MS = 60_000;
/** Below this working time a due date is soon, in minutes. */
const SOON_MINUTES = 120;
/** A state with the typical text length, for placeholders. */
const TYPICAL_STATE: DueDateState = { kind: 'ahead', minutes: 1000 };

interface DueDateLabelProps {
  dueDate: DueWork;
  /** True for a full sentence, followed by the due instant. */
  isFull?: boolean;
}

/** State of a due date in words, updated each minute (decision 125). Tooltips and screen readers have the due time. */
export function DueDateLabel(props: DueDateLabelProps) {
  const rules = use(DueDateRulesContext);
  if (props.dueDate.due_at === null) return props.isFull ? null : <span className={css.muted}>–</span>;
  return rules ? <DueWithRules {...props} rules={rules} /> : <DueWithOwnRules {...props} />;
}

const DueWithOwnRules = (props: DueDateLabelProps) => <DueWithRules {...props} rules={useDueDateRules()} />;

function DueWithRules({
  dueDate,
  isFull = false,
  rules: { calendar, isPending },
}: DueDateLabelProps & { rules: DueDateRules }) {
  const { t } = useTranslation('status');
  const { day, dayTime } = useFormat();
  const formatState = useDueDateFormat();
  const now = useNow(MINUTE_MS);
  if (dueDate.due_at === null) return null;
  const dueText = dayTime(dueDate.due_at);
  // Placeholder with the length of the final text. The due time alone has another length.
  if (isPending) {
    return (
      <span className={css.placeholder} aria-hidden>
        {isFull
          ? `${formatState(TYPICAL_STATE)} · ${t('dueDate.due', { at: dueText })}`
          : formatState(TYPICAL_STATE, true)}
      </span>
    );
  }
  // Without the hours, the due time itself is shown. Done work shows its day, which fits in two lines of any column.
  const state = calendar && getDueDateState(calendar, dueDate, new Date(now).toISOString());
  const stateText = state ? formatState(state) : '';
  if (!state || stateText === '') {
    return (
      <time className={css.muted} dateTime={dueDate.due_at} title={t('dueDate.due', { at: dueText })}>
        {isFull ? t('dueDate.due', { at: dueText }) : state ? day(dayOf(dueDate.due_at)) : dueText}
      </time>
    );
  }
  if (!isFull) {
    // In a column the short text is enough. Tooltips and screen readers have the sentence.
    const sentence = `${stateText}. ${t('dueDate.due', { at: dueText })}`;
    return (
      <span className={css[getTone(state)]} title={sentence}>
        <span aria-hidden>{formatState(state, true)}</span>
        <span className="visually-hidden">{sentence}</span>
      </span>
    );
  }
  return (
    <span className={css[getTone(state)]} title={t('dueDate.due', { at: dueText })}>
      {stateText}
      {' · '}
      <span className={css.muted}>{t('dueDate.due', { at: dueText })}</span>
    </span>
  );
}

function getTone(state: DueDateState): 'late' | 'soon' | 'onTime' | 'muted' {
  if (state.kind === 'late') return 'late';
  if (state.kind === 'ahead') return state.minutes < SOON_MINUTES ? 'soon' : 'onTime';
  return 'muted';
}
