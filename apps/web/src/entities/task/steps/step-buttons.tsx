import { MoreOutlined } from '@ant-design/icons';
import { taskEndpoints, type TaskRow } from '@darkroom/contract/task/task';
import { moveOf } from '@darkroom/domain/lock/screens';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { Button, type MenuProps } from 'antd';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useActor, useCan } from '../../../lib/session/session.ts';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import { isSetback, keyOf, stepKey, stepKeyAmong } from './task-steps.ts';
import { everyStepOf, stepsOf } from './task-steps-of.ts';
import styles from '../story/task-parts.module.css';
import { useStepsState, useTaskSteps } from './use-task-steps.tsx';

export interface StepsProps {
  row: TaskRow;
  onStep: (row: TaskRow, action: TaskAction) => void;
  busy?: boolean;
}

interface RestProps extends StepsProps {
  /** Includes the next step, because another action takes its place. */
  nextToo?: boolean | undefined;
}

/**
 * The next step as the primary button, or as a plain one in a list. Empty when the step is another user's. When nobody can take it,
 * leaders see a note.
 */
export function NextStep({
  row,
  onStep,
  busy,
  wide,
  size,
  ref,
}: StepsProps & { wide?: boolean; size?: 'large' | 'small'; ref?: Ref<HTMLButtonElement> }) {
  const { t } = useTranslation(['task', 'status']);
  const { next } = stepsOf(row, useActor());
  const { stop, unchecked } = useStepsState();
  if (!next)
    return unchecked(row) ? (
      <span className={styles.nobody} title={t('nobodyChecksWhy')}>
        {t('nobodyChecks')}
      </span>
    ) : null;
  const stopped = stop(taskEndpoints.act, [moveOf(row, next)]);
  return (
    <Button
      ref={ref}
      type={size === 'small' ? 'default' : 'primary'}
      size={size}
      block={wide}
      loading={busy}
      disabled={stopped !== null}
      title={stopped ?? keyTitle(next)}
      onClick={() => onStep(row, next)}
    >
      {t(stepKey(next))}
    </Button>
  );
}

/** The other possible steps, then steps that a rule refuses, disabled with the reason. */
export function OtherSteps({
  row,
  onStep,
  busy,
  nextToo,
  without = [],
}: RestProps & { without?: readonly TaskAction[] }) {
  const { t } = useTranslation(['task', 'status', 'errors']);
  const { next, others, barred } = stepsOf(row, useActor());
  const { stop } = useStepsState();
  return (
    <>
      {[...(nextToo && next ? [next] : []), ...others]
        .filter((action) => !without.includes(action))
        .map((action) => ({ action, stopped: stop(taskEndpoints.act, [moveOf(row, action)]) }))
        .map(({ action, stopped }) => (
          <Button
            key={action}
            danger={isSetback(action)}
            disabled={busy || stopped !== null}
            title={stopped ?? keyTitle(action)}
            onClick={() => onStep(row, action)}
          >
            {t(stepKey(action))}
          </Button>
        ))}
      {barred.map(({ action, refusal }) => (
        <span key={action} className={styles.disabled}>
          <Button disabled block>
            {t(stepKey(action))}
          </Button>
          <span className={styles.reason}>{t(`errors:${refusal}`)}</span>
        </span>
      ))}
    </>
  );
}

/** All other steps behind three dots: possible steps first, then steps of another status. */
export function MoreSteps({
  row,
  onStep,
  busy,
  all,
  nextToo,
  extra = [],
}: RestProps & {
  all?: boolean;
  /** Entries of a screen in addition to the steps. */
  extra?: NonNullable<MenuProps['items']> | undefined;
}) {
  const { t } = useTranslation(['task', 'status', 'errors']);
  const steps = stepsOf(row, useActor());
  const { next, others, barred, later } = steps;
  const { correct } = useTaskSteps();
  const { stop } = useStepsState();
  const maySetAny = useCan()(taskEndpoints.adminUpdate.access);
  const [possible, refused] = all
    ? [
        [...(nextToo && next ? [next] : []), ...others],
        [...barred, ...later],
      ]
    : [[], later];
  if (possible.length + extra.length + refused.length === 0 && !maySetAny) return null;
  const menu = (): MenuProps => {
    const stopped = stop(taskEndpoints.adminUpdate, [row]);
    const words = (action: TaskAction) => t(stepKeyAmong(action, everyStepOf(steps)));
    return {
      items: [
        ...possible
          .map((action) => ({ action, stopped: stop(taskEndpoints.act, [moveOf(row, action)]) }))
          .map(({ action, stopped }) => ({
            key: action,
            label: words(action),
            danger: isSetback(action),
            disabled: stopped !== null,
            title: stopped ?? '',
            onClick: () => onStep(row, action),
          })),
        ...extra,
        ...(maySetAny
          ? [
              {
                key: 'correct',
                label: t('correct'),
                disabled: stopped !== null,
                title: stopped ?? '',
                onClick: () => correct(row),
              },
            ]
          : []),
        // A reason is shown once, above all steps that it blocks.
        ...[...new Set(refused.map(({ refusal }) => refusal))].map((refusal) => ({
          type: 'group' as const,
          key: refusal,
          label: <span className={styles.menuReason}>{t(`errors:${refusal}`)}</span>,
          children: refused
            .filter((step) => step.refusal === refusal)
            .map(({ action }) => ({ key: action, disabled: true, label: words(action) })),
        })),
      ],
    };
  };
  return (
    <MenuButton menu={menu}>
      {(opens) => (
        <Button
          {...opens}
          type="text"
          icon={<MoreOutlined />}
          disabled={busy}
          // A custom tooltip would cost as much as the rest of the row.
          title={t('moreSteps')}
          aria-label={t('moreStepsOf', { task: row.sub_prod_id })}
        />
      )}
    </MenuButton>
  );
}

const keyTitle = (action: TaskAction) => keyOf(action)?.toUpperCase();
