import type { Access } from '@darkroom/domain/permission/access';
import { Alert, Button } from 'antd';
import { createContext, use, type ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useIsRefreshFailed } from '../../lib/api/failed-reads.ts';
import { useCan } from '../../lib/session/session.ts';
import { useLeaveGuard } from '../page/leave-guard.tsx';
import styles from './form-drawer.module.css';
import { Drawer } from '../overlay/drawer.tsx';

/** Leaves the form after the user agreed to discard the typed text. */
const LeaveContext = createContext<(onwards: () => void) => void>((onwards) => onwards());

/** Returns the function that leaves the form, for elements inside the form. */
export const useLeaveForm = () => use(LeaveContext);

export interface FormDrawerProps {
  title: string;
  /** The form of the save button. */
  formId: string;
  saveLabel: string;
  /** The access that saving requires. It can be removed while the user types. */
  access: Access;
  saving: boolean;
  /** True if the record does not exist any more and cannot be saved. */
  isGone?: boolean | undefined;
  isTouched: () => boolean;
  onClose: () => void;
  note?: ReactNode;
  /** Next to the title: the record's history. */
  extra?: ReactNode;
  /** True if the fields are side by side. */
  wide?: boolean;
  /** True if the form is in the URL and closes with it. Back closes every other form, and the screen stays. */
  inAddress?: boolean;
  children: ReactNode;
}

/** The frame of every record form: next to its list, with visible actions. Leaving with typed text shows a question. */
export function FormDrawer(props: FormDrawerProps) {
  const {
    title,
    formId,
    saveLabel,
    access,
    saving,
    isGone = false,
    isTouched,
    onClose,
    note,
    extra,
    wide,
    inAddress,
    children,
  } = props;
  const { t } = useTranslation(['common', 'record']);
  const isOutdated = useIsRefreshFailed();
  const guard = useLeaveGuard({ isTouched, saving, back: inAddress ? 'leaves' : onClose });
  const close = () => guard.leave(onClose);
  const canSave = useCan()(access);
  return (
    <Drawer
      open
      title={title}
      extra={extra}
      width={wide ? 'record' : 'form'}
      onClose={close}
      mask={{ closable: false }}
      footer={
        <div className={styles.footer}>
          <div className={styles.footerNote}>{note}</div>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button type="primary" htmlType="submit" form={formId} loading={saving} disabled={!canSave || isGone}>
            {saveLabel}
          </Button>
        </div>
      }
    >
      {isOutdated && (
        <p role="status" className={styles.outdatedNote}>
          {t('record:kept')}
        </p>
      )}
      {!canSave && <Alert type="warning" role="status" className="mb-12" title={t('record:permissionRemoved')} />}
      <LeaveContext value={guard.leave}>{children}</LeaveContext>
      {guard.dialog}
    </Drawer>
  );
}
