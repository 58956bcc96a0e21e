import { categoryEndpoints, categoryUses, type CategoryUses } from '@darkroom/contract/category';
import type { CategoryRow } from '@darkroom/domain/category/tree';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useApiMutation } from '../../lib/api/query.ts';
import { useToast } from '../../lib/toast.ts';
import { nameOf, recordOf } from './category-record.ts';
import css from './category.module.css';
import { DeleteDialog } from '../../ui/overlay/delete-dialog.tsx';
import { Modal } from '../../ui/overlay/modal.tsx';
import type { Translate } from '../../lib/i18n/i18n.ts';

const ORDER = [
  'cat1',
  'cat2',
  'job_details',
  'customer_prices',
  'customer_requests',
  'quotes',
] as const satisfies readonly (keyof CategoryUses)[];

/** Uses of a category: `12 job details`, `3 customer prices`. */
const formatUses = (uses: CategoryUses, t: Translate<'category'>): string[] =>
  ORDER.filter((what) => uses[what] > 0).map((what) =>
    t(`category:uses.${what}`, { count: uses[what], n: uses[what].toLocaleString() }),
  );

/** Asks before a category is deleted. For a category in use, it lists the uses and an alternative. */
export default function DeleteCategory({ row, onClose }: { row: CategoryRow; onClose: () => void }) {
  const { t } = useTranslation(['category', 'common', 'errors']);
  const toast = useToast();
  const [uses, setUses] = useState<CategoryUses | null>(null);
  const name = nameOf(row);
  const remove = useApiMutation(categoryEndpoints.delete, {
    invalidates: ['category'],
    onSuccess: () => {
      toast.success(t('deleted', { name }));
      onClose();
    },
    onError: (error) => {
      const counted = categoryUses.safeParse(error.problem.current);
      const inUse = error.problem.code === 'in_use' && counted.success;
      if (inUse) setUses(counted.data);
      else onClose();
      return inUse;
    },
    failed: t('failed.delete'),
  });
  const disable = useApiMutation(categoryEndpoints.update, {
    invalidates: ['category'],
    onSuccess: () => {
      toast.success(t('disabledNow', { name }));
      onClose();
    },
  });
  const { id, version } = recordOf(row);

  if (uses) {
    const canDisable = row.type === 'cat2' && row.cat2.enabled;
    return (
      <Modal
        open
        scrollLock={false}
        title={t('delete.inUse', { name })}
        okText={canDisable ? t('delete.disableNow') : t('common:close')}
        cancelText={t('common:close')}
        // The `hidden` attribute does not hide this button.
        cancelButtonProps={canDisable ? {} : { style: { display: 'none' } }}
        confirmLoading={disable.isPending}
        onOk={() => (canDisable ? disable.mutate({ type: 'cat2', id, version, enabled: false }) : onClose())}
        onCancel={onClose}
      >
        <p>{t('delete.because')}</p>
        <ul className={css.usageList}>
          {formatUses(uses, t).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        <p>{t(row.type === 'cat2' ? 'delete.disable' : 'delete.disableAll')}</p>
      </Modal>
    );
  }
  return (
    <DeleteDialog
      title={t('delete.ask', { name })}
      deleteLabel={t('delete.yes')}
      busy={remove.isPending}
      onDelete={() => remove.mutate({ type: row.type, id, version })}
      onClose={onClose}
    >
      {t('delete.hint')}
    </DeleteDialog>
  );
}
