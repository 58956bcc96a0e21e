import { taskEndpoints, type TaskRow } from '@darkroom/contract/task/task';
import { getTaskMove } from '@darkroom/domain/lock/screens';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { Button, type MenuProps } from 'antd';
import type { Ref } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useActor, useCan } from '../../../lib/session/session.ts';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import { DotsButton, RowButton } from '../../../ui/row-button.tsx';
import { isFaultReport, findStepKey, getStepLabelKey, getStepLabelKeyInList } from './task-steps.ts';
import { listAllSteps, getSteps } from './offered-steps.ts';
import styles from '../history/task-parts.module.css';
import { useStepsState, useTaskSteps } from './use-task-steps.tsx';

export interface StepButtonsProps {
  row: TaskRow;
  onStep: (row: TaskRow, action: TaskAction) => void;
  busy?: boolean;
}

interface OtherStepsProps extends StepButtonsProps {
  /** True if the list includes the next step, because another action replaces it on the button. */
  includesNext?: boolean | undefined;
}

/**
 * The next step as the primary button, or as a plain button in a list. Empty if another user takes the step. If no one can take it, leaders
 * see a note.
 */
export function NextTaskStep({
  row,
  onStep,
  busy,
  wide,
  size,
  ref,
}: StepButtonsProps & { wide?: boolean; size?: 'large' | 'small'; ref?: Ref<HTMLButtonElement> }) {
  const { t } = useTranslation(['task', 'status']);
  const { next } = getSteps(row, useActor());
  const { getLockReason, lacksQc } = useStepsState();
  if (!next)
    return lacksQc(row) ? (
      <span className={styles.noQcNote} title={t('noQcReason')}>
        {t('noQc')}
      </span>
    ) : null;
  const lockReason = getLockReason(taskEndpoints.act, [getTaskMove(row, next)]);
  const props = {
    ref,
    disabled: lockReason !== null,
    title: lockReason ?? getKeyTitle(next),
    onClick: () => onStep(row, next),
    children: t(getStepLabelKey(next)),
  };
  return size === 'small' ? (
    <RowButton {...props} isBusy={busy} />
  ) : (
    <Button {...props} type="primary" size={size} block={wide} loading={busy} />
  );
}

/** The other possible steps, then steps that a rule refuses, disabled with the reason. */
export function OtherSteps({
  row,
  onStep,
  busy,
  includesNext,
  except = [],
}: OtherStepsProps & { except?: readonly TaskAction[] }) {
  const { t } = useTranslation(['task', 'status', 'errors']);
  const { next, others, refusedNow } = getSteps(row, useActor());
  const { getLockReason } = useStepsState();
  return (
    <>
      {[...(includesNext && next ? [next] : []), ...others]
        .filter((action) => !except.includes(action))
        .map((action) => ({ action, lockReason: getLockReason(taskEndpoints.act, [getTaskMove(row, action)]) }))
        .map(({ action, lockReason }) => (
          <Button
            key={action}
            danger={isFaultReport(action)}
            disabled={busy || lockReason !== null}
            title={lockReason ?? getKeyTitle(action)}
            onClick={() => onStep(row, action)}
          >
            {t(getStepLabelKey(action))}
          </Button>
        ))}
      {refusedNow.map(({ action, refusal }) => (
        <span key={action} className={styles.disabled}>
          <Button disabled block>
            {t(getStepLabelKey(action))}
          </Button>
          <span className={styles.reason}>{t(`errors:${refusal}`)}</span>
        </span>
      ))}
    </>
  );
}

/** All other steps behind three dots: possible steps first, then steps of another status. */
export function MoreTaskSteps({
  row,
  onStep,
  busy,
  showsAll,
  includesNext,
  extra = [],
}: OtherStepsProps & {
  showsAll?: boolean;
  /** Entries of a screen in addition to the steps. */
  extra?: NonNullable<MenuProps['items']> | undefined;
}) {
  const { t } = useTranslation(['task', 'status', 'errors']);
  const steps = getSteps(row, useActor());
  const { next, others, refusedNow, otherTimes } = steps;
  const { editTask } = useTaskSteps();
  const { getLockReason } = useStepsState();
  const canEditAny = useCan()(taskEndpoints.adminUpdate.access);
  const [possible, refusedSteps] = showsAll
    ? [
        [...(includesNext && next ? [next] : []), ...others],
        [...refusedNow, ...otherTimes],
      ]
    : [[], otherTimes];
  if (possible.length + extra.length + refusedSteps.length === 0 && !canEditAny) return null;
  const menu = (): MenuProps => {
    const lockReason = getLockReason(taskEndpoints.adminUpdate, [row]);
    const getLabel = (action: TaskAction) => t(getStepLabelKeyInList(action, listAllSteps(steps)));
    return {
      items: [
        ...possible
          .map((action) => ({ action, lockReason: getLockReason(taskEndpoints.act, [getTaskMove(row, action)]) }))
          .map(({ action, lockReason }) => ({
            key: action,
            label: getLabel(action),
            danger: isFaultReport(action),
            disabled: lockReason !== null,
            title: lockReason ?? '',
            onClick: () => onStep(row, action),
          })),
        ...extra,
        ...(canEditAny
          ? [
              {
                key: 'correct',
                label: t('correct'),
                disabled: lockReason !== null,
                title: lockReason ?? '',
                onClick: () => editTask(row),
              },
            ]
          : []),
        // A reason is shown once, above all steps that it blocks.
        ...[...new Set(refusedSteps.map(({ refusal }) => refusal))].map((refusal) => ({
          type: 'group' as const,
          key: refusal,
          label: <span className={styles.menuReason}>{t(`errors:${refusal}`)}</span>,
          children: refusedSteps
            .filter((step) => step.refusal === refusal)
            .map(({ action }) => ({ key: action, disabled: true, label: getLabel(action) })),
        })),
      ],
    };
  };
  return (
    <MenuButton menu={menu}>
      {(trigger) => (
        // A custom tooltip would cost as much as the rest of the row.
        <DotsButton
          trigger={trigger}
          disabled={busy}
          title={t('moreSteps')}
          label={t('moreStepsOf', { task: row.sub_prod_id })}
        />
      )}
    </MenuButton>
  );
}

const getKeyTitle = (action: TaskAction) => findStepKey(action)?.toUpperCase();
