import { taskEndpoints, type TaskRow } from '@darkroom/contract/task/task';
import { fallsTo, taskQuantity } from '@darkroom/domain/task/counts';
import { Button } from 'antd';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/words/format.ts';
import { ConflictNotice } from '../../ui/conflict/conflict-notice.tsx';
import { hasKeyboard, useShortcuts } from '../../lib/keyboard.ts';
import { isKey, printed } from '../../lib/keys.ts';
import { useStop } from '../../lib/session/locks.ts';
import { useActor } from '../../lib/session/session.ts';
import { countsOf, useCountFields } from '../../entities/task/list/counts.ts';
import { useShares } from '../../entities/task/list/use-shares.ts';
import { formOf, stepKey } from '../../entities/task/steps/task-steps.ts';
import { stepsOf } from '../../entities/task/steps/task-steps-of.ts';
import parts from '../../entities/task/story/task-parts.module.css';
import { useStepsState } from '../../entities/task/steps/use-task-steps.tsx';
import { focusIsFree } from './now/card-focus.ts';
import { QuantityFields } from '../../entities/task/steps/quantity-fields.tsx';
import cardCss from './now/now-card.module.css';
import type { CountingInPlace } from './now/use-counting.ts';

export interface CountFieldsProps {
  row: TaskRow;
  counting: CountingInPlace;
  /** True if the user's own step brought the task onto the card. Steps of others never move the focus. */
  mayFocus: (row: TaskRow) => boolean;
}

const COUNT_KEYS = ['count_done', 'count_all', 'count_save'] as const;

/**
 * Quantity fields of the editor, kept until they are saved. Enter finishes with the typed quantity and asks for a missing one. They take
 * the focus when nothing else has it, because the next key is a digit.
 */
export function CountFields({ row, counting, mayFocus }: CountFieldsProps) {
  const { t } = useTranslation(['task', 'status', 'field', 'record']);
  const { number } = useFormat();
  const actor = useActor();
  const { pending } = useStepsState();
  const stopped = useStop()(taskEndpoints.act, [row]);
  const [takesFocus] = useState(
    () => hasKeyboard() && (counting.begun(row.task_id) || (mayFocus(row) && focusIsFree())),
  );
  const fields = useCountFields(row);
  const [field] = fields;
  const { first, movedOn } = counting;
  useShortcuts({}, { own: COUNT_KEYS });
  const { draft, error } = counting.of(row.task_id);
  const counts = countsOf(row, draft);
  // An emptied field is also a change. A press shows that it is not a number.
  const unread = Object.values(draft).some((typed) => typeof typed !== 'number');
  const changed = unread || counts.x1 !== row.x1 || counts.x2 !== row.x2 || counts.x3 !== row.x3;
  const { next } = stepsOf(row, actor);
  const finish = next !== null && formOf(next) === 'quantity' ? next : null;
  const untouched = taskQuantity(row) === 0 && Object.keys(draft).length === 0;
  // An order can be split into tasks, so the task's share is offered and not the whole order.
  const share = useShares([row.task_id]).get(row.task_id);
  // Nothing is offered until the share is loaded, because one press would enter the whole order.
  const falls = share ? fallsTo(row.quantity, share) : 0;
  const isShared = share !== undefined && share.tasks > 1;
  const nothingLeft = isShared && falls === 0 && taskQuantity(row) === 0;
  const all = finish && field && untouched && falls > 0 ? () => counting.all(row, finish, field, falls) : null;
  const save = () => changed && counting.press(row, 'set_quantity');
  const onEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (pending) return;
    if (isKey(event, 'count_all')) {
      if (all) all();
      else if (finish && !untouched) counting.hold(row);
    } else if (isKey(event, 'count_save')) save();
    else if (all) counting.ask(row, falls);
    else if (finish) counting.press(row, finish);
    else if (changed) save();
    else if (next) counting.press(row, next);
  };
  return (
    // Letters stay shortcuts of the page, because the focus moved here automatically.
    <div data-digits>
      <QuantityFields
        ref={first}
        saved={row}
        draft={draft}
        error={error}
        uncounted={finish !== null && untouched}
        autoFocus={takesFocus}
        onDraft={(typed) => counting.type(row, typed)}
        onEnter={onEnter}
      />
      {movedOn(row) && (
        <ConflictNotice
          title={t('stale.counts')}
          versions={fields.map((x) => ({
            name: t(`field:${x}`),
            theirs: number(row[x]),
            mine: draft[x] === undefined ? t('record:untouched') : (draft[x] ?? '–'),
          }))}
          theirs={{ words: t('record:takeTheirs'), go: () => counting.settle(row, 'theirs') }}
          mine={{ words: t('keepTyped'), go: () => counting.settle(row, 'mine') }}
        />
      )}
      <div className={cardCss.countingFoot}>
        <span className={parts.muted}>
          {isShared
            ? [
                t('orderedShared', { n: number(row.quantity), count: share.tasks, tasks: number(share.tasks) }),
                ...(share.others > 0 ? [t('countedInOthers', { n: number(share.others) })] : []),
                ...(nothingLeft ? [t('nothingLeft')] : []),
              ].join(' · ')
            : t('orderedIs', { count: row.quantity, n: number(row.quantity) })}
        </span>
        {all && (
          <Button
            size="small"
            disabled={pending || stopped !== null}
            title={stopped ?? printed('count_all')}
            aria-label={isShared ? t('countShareSaid', { n: number(falls), of: number(row.quantity) }) : undefined}
            onClick={all}
          >
            {t(isShared ? 'countShare' : 'countAll', { n: number(falls) })}
          </Button>
        )}
        <Button
          size="small"
          disabled={!changed || pending || stopped !== null}
          title={stopped ?? printed('count_save')}
          onClick={save}
        >
          {t(stepKey('set_quantity'))}
        </Button>
      </div>
    </div>
  );
}
