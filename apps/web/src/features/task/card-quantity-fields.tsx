import { taskEndpoints, type TaskRow } from '@darkroom/contract/task/task';
import { calculateShare, taskQuantity } from '@darkroom/domain/task/quantities';
import { Button } from 'antd';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { ConflictNotice } from '../../ui/conflict/conflict-notice.tsx';
import { hasKeyboard, useShortcuts } from '../../lib/keyboard.ts';
import { isKey, formatKey } from '../../lib/keys.ts';
import { useLockReason } from '../../lib/session/locks.ts';
import { useActor } from '../../lib/session/session.ts';
import { applyDraft, useQuantityFields } from '../../entities/task/list/quantities.ts';
import { useSiblingQuantities } from '../../entities/task/list/use-task-shares.ts';
import { getStepForm, getStepLabelKey } from '../../entities/task/steps/task-steps.ts';
import { getSteps } from '../../entities/task/steps/offered-steps.ts';
import parts from '../../entities/task/history/task-parts.module.css';
import { useStepsState } from '../../entities/task/steps/use-task-steps.tsx';
import { canMoveFocusToCard } from './now/card-focus.ts';
import { QuantityFields } from '../../entities/task/steps/quantity-fields.tsx';
import cardCss from './now/now-card.module.css';
import type { QuantityDrafts } from './now/use-quantity-drafts.ts';

export interface CardQuantityFieldsProps {
  row: TaskRow;
  quantityDrafts: QuantityDrafts;
  /** True if the user's own step brought the task onto the card. Steps of others never move the focus. */
  canTakeFocus: (row: TaskRow) => boolean;
}

const QUANTITY_SHORTCUTS = ['countDone', 'countAll', 'countSave'] as const;

/**
 * Quantity fields of the editor. Typed values stay until they are saved. Enter finishes, or moves to a missing quantity. The fields take
 * the focus if no other element has it, because the next key is a digit.
 */
export function CardQuantityFields({ row, quantityDrafts, canTakeFocus }: CardQuantityFieldsProps) {
  const { t } = useTranslation(['task', 'status', 'field', 'record']);
  const { number } = useFormat();
  const actor = useActor();
  const { pending } = useStepsState();
  const lockReason = useLockReason()(taskEndpoints.act, [row]);
  const [takesFocus] = useState(
    () => hasKeyboard() && (quantityDrafts.hasJustStarted(row.task_id) || (canTakeFocus(row) && canMoveFocusToCard())),
  );
  const fields = useQuantityFields(row);
  const [firstKey] = fields;
  const { firstField, hasConflict } = quantityDrafts;
  useShortcuts({}, { handledKeys: QUANTITY_SHORTCUTS });
  const { draft, error } = quantityDrafts.getDraft(row.task_id);
  const quantities = applyDraft(row, draft);
  // An emptied field is also a change. A press shows that it is not a number.
  const hasInvalid = Object.values(draft).some((typed) => typeof typed !== 'number');
  const isChanged = hasInvalid || quantities.x1 !== row.x1 || quantities.x2 !== row.x2 || quantities.x3 !== row.x3;
  const { next } = getSteps(row, actor);
  const finishAction = next !== null && getStepForm(next) === 'quantity' ? next : null;
  const isUntouched = taskQuantity(row) === 0 && Object.keys(draft).length === 0;
  // An order can be split into tasks, so the task's share is offered and not the whole order.
  const share = useSiblingQuantities([row.task_id]).get(row.task_id);
  // Nothing is offered until the share is loaded, because one press would enter the whole order.
  const offeredQuantity = share ? calculateShare(row.quantity, share) : 0;
  const isShared = share !== undefined && share.tasks > 1;
  const isNothingLeft = isShared && offeredQuantity === 0 && taskQuantity(row) === 0;
  const finishWithShare =
    finishAction && firstKey && isUntouched && offeredQuantity > 0
      ? () => quantityDrafts.finishWithShare(row, finishAction, firstKey, offeredQuantity)
      : null;
  const save = () => isChanged && quantityDrafts.pressStep(row, 'set_quantity');
  const onEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (pending) return;
    if (isKey(event, 'countAll')) {
      if (finishWithShare) finishWithShare();
      else if (finishAction && !isUntouched) quantityDrafts.reportExisting(row);
    } else if (isKey(event, 'countSave')) save();
    else if (finishWithShare) quantityDrafts.askForQuantity(row, offeredQuantity);
    else if (finishAction) quantityDrafts.pressStep(row, finishAction);
    else if (isChanged) save();
    else if (next) quantityDrafts.pressStep(row, next);
  };
  return (
    // Letters stay shortcuts of the page, because the focus moved here automatically.
    <div data-digits>
      <QuantityFields
        ref={firstField}
        saved={row}
        draft={draft}
        error={error}
        startsEmpty={finishAction !== null && isUntouched}
        autoFocus={takesFocus}
        onDraft={(typed) => quantityDrafts.setDraft(row, typed)}
        onEnter={onEnter}
      />
      {hasConflict(row) && (
        <ConflictNotice
          title={t('conflict.counts')}
          versions={fields.map((x) => ({
            name: t(`field:${x}`),
            theirs: number(row[x]),
            mine: draft[x] === undefined ? t('record:untouched') : (draft[x] ?? '–'),
          }))}
          theirs={{ words: t('record:takeTheirs'), go: () => quantityDrafts.resolveConflict(row, 'theirs') }}
          mine={{ words: t('useMine'), go: () => quantityDrafts.resolveConflict(row, 'mine') }}
        />
      )}
      <div className={cardCss.quantityFoot}>
        <span className={parts.muted}>
          {isShared
            ? [
                t('orderedShared', { n: number(row.quantity), count: share.tasks, tasks: number(share.tasks) }),
                ...(share.others > 0 ? [t('countedInOthers', { n: number(share.others) })] : []),
                ...(isNothingLeft ? [t('nothingLeft')] : []),
              ].join(' · ')
            : t('orderedIs', { count: row.quantity, n: number(row.quantity) })}
        </span>
        {finishWithShare && (
          <Button
            size="small"
            disabled={pending || lockReason !== null}
            title={lockReason ?? formatKey('countAll')}
            aria-label={
              isShared ? t('countShareSaid', { n: number(offeredQuantity), of: number(row.quantity) }) : undefined
            }
            onClick={finishWithShare}
          >
            {t(isShared ? 'countShare' : 'countAll', { n: number(offeredQuantity) })}
          </Button>
        )}
        <Button
          size="small"
          disabled={!isChanged || pending || lockReason !== null}
          title={lockReason ?? formatKey('countSave')}
          onClick={save}
        >
          {t(getStepLabelKey('set_quantity'))}
        </Button>
      </div>
    </div>
  );
}
