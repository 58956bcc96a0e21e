import { categoryEndpoints } from '@darkroom/contract/category';
import type { CategoryRow } from '@darkroom/domain/category/tree';
import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useStop } from '../../lib/session/locks.ts';
import { useApiMutation } from '../../lib/call/query.ts';
import { useMay } from '../../lib/session/session.ts';
import { useToast } from '../../lib/toast.ts';
import { Dot } from '../../entities/status/status-dot.tsx';
import { nameOf } from './category-record.ts';
import css from './category.module.css';

const ON = '#389e0d';
const OFF = '#8c8c8c';
const call = categoryEndpoints.update;

/** Whether a category 2 can be ordered, and the switch for it where one may; taken back with Undo. */
export function EnabledSwitch({ row }: { row: Extract<CategoryRow, { type: 'cat2' }> }) {
  const { t } = useTranslation(['category', 'common']);
  const may = useMay();
  const stopped = useStop()(call);
  const toast = useToast();
  const { id, version, enabled } = row.cat2;
  const name = nameOf(row);
  const change = useApiMutation(call, { invalidates: ['category'] });
  const send = (next: boolean, seen: number, undo: boolean) =>
    change.mutate(
      { type: 'cat2', id, version: seen, enabled: next },
      {
        onSuccess: ({ cat2 }) => {
          const now = Object.values(cat2).find((one) => one.id === id);
          const words = t(next ? 'enabledNow' : 'disabledNow', { name });
          if (undo || !now) toast.success(words);
          else toast.success(words, { label: t('common:undo'), onPress: () => send(!next, now.version, true) });
        },
      },
    );
  const word = t(`enabled.${enabled}`);
  if (!may(call.access)) return <Dot color={enabled ? ON : OFF} word={word} />;
  return (
    <label className={css.switch} title={stopped ?? undefined}>
      <Switch
        size="small"
        checked={enabled}
        aria-label={t('enable', { name })}
        disabled={stopped !== null}
        loading={change.isPending}
        onChange={(next) => send(next, version, false)}
      />
      <span>{word}</span>
    </label>
  );
}
