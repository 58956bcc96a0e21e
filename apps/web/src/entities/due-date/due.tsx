import { dayOf } from '@darkroom/domain/calendar/day';
import { dueDateState, type Promised, type DueDateState } from '@darkroom/domain/due-date/state';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../lib/clock/use-now.ts';
import { useFormat } from '../../lib/words/format.ts';
import css from './due.module.css';
import { RulesOfRows, useDueDateRules, type DueDateRules } from './use-due-date-rules.ts';
import { useDueDateWords } from './use-due-date-words.ts';

const MINUTE_MS = 60_000;
/** Below this working time a due date is soon, in minutes. */
const SOON_MINUTES = 120;
/** Typical length of a due date's words. */
const LIKE_MOST: DueDateState = { kind: 'ahead', minutes: 1000 };

interface DueProps {
  of: Promised;
  /** A full sentence, followed by the due instant. */
  whole?: boolean;
}

/**
 * State of a due date in words, updated each minute while the page is open (decision 125). The word is the sign, the colour only repeats
 * it. Hover and screen readers get the due instant.
 */
export function Due(props: DueProps) {
  const rules = use(RulesOfRows);
  if (props.of.due_at === null) return props.whole ? null : <span className={css.muted}>–</span>;
  return rules ? <DueBy {...props} rules={rules} /> : <DueByItself {...props} />;
}

const DueByItself = (props: DueProps) => <DueBy {...props} rules={useDueDateRules()} />;

function DueBy({ of, whole = false, rules: { calendar, coming } }: DueProps & { rules: DueDateRules }) {
  const { t } = useTranslation('status');
  const { day, dayTime } = useFormat();
  const words = useDueDateWords();
  const now = useNow(MINUTE_MS);
  if (of.due_at === null) return null;
  const at = dayTime(of.due_at);
  // Placeholder with the size of the words. The instant alone is half as long again as a column, and half as long as a sentence.
  if (coming) {
    return (
      <span className={css.coming} aria-hidden>
        {whole ? `${words(LIKE_MOST)} · ${t('dueDate.for', { at })}` : words(LIKE_MOST, true)}
      </span>
    );
  }
  // Without the hours, the due instant itself. Done work has its day, which fits in two lines of any column.
  const state = calendar && dueDateState(calendar, of, new Date(now).toISOString());
  const said = state ? words(state) : '';
  if (!state || said === '') {
    return (
      <time className={css.muted} dateTime={of.due_at} title={t('dueDate.for', { at })}>
        {whole ? t('dueDate.for', { at }) : state ? day(dayOf(of.due_at)) : at}
      </time>
    );
  }
  if (!whole) {
    // In a column the short word is enough to see. Hover and screen readers get the sentence.
    const sentence = `${said}. ${t('dueDate.for', { at })}`;
    return (
      <span className={css[toneOf(state)]} title={sentence}>
        <span aria-hidden>{words(state, true)}</span>
        <span className="visually-hidden">{sentence}</span>
      </span>
    );
  }
  return (
    <span className={css[toneOf(state)]} title={t('dueDate.for', { at })}>
      {said}
      {' · '}
      <span className={css.muted}>{t('dueDate.for', { at })}</span>
    </span>
  );
}

function toneOf(state: DueDateState): 'late' | 'soon' | 'ahead' | 'muted' {
  if (state.kind === 'late') return 'late';
  if (state.kind === 'ahead') return state.minutes < SOON_MINUTES ? 'soon' : 'ahead';
  return 'muted';
}
