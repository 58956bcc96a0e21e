import type { Access } from '@darkroom/domain/permission/access';
import { Alert, Button } from 'antd';
import { createContext, use, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useShownIsOld } from '../../lib/call/failed-reads.ts';
import { useMay } from '../../lib/session/session.ts';
import { useLeaveGuard } from '../page/leave-guard.tsx';
import styles from './form-drawer.module.css';
import { Drawer } from '../overlay/drawer.tsx';

/** Does what leaves the form, once the person agreed to lose what they typed. */
const Leave = createContext<(onwards: () => void) => void>((onwards) => onwards());

/** For what stands in a form and leads out of it. */
export const useLeaveForm = () => use(Leave);

export interface FormDrawerProps {
  title: string;
  /** The form that the save button belongs to. */
  formId: string;
  saveLabel: string;
  /** What saving needs: a right that was there when the form was opened may go while one types. */
  access: Access;
  saving: boolean;
  /** What it is about is there no more: nothing can be saved. */
  over?: boolean | undefined;
  /** Whether something typed would be lost by closing. */
  isTouched: () => boolean;
  onClose: () => void;
  note?: ReactNode;
  /** Stands beside the title: the record's history. */
  extra?: ReactNode;
  /** Its fields stand side by side. */
  wide?: boolean;
  /** It stands in the address, and goes with it; Back closes every other form, and the screen stays. */
  inAddress?: boolean;
  children: ReactNode;
}

/** Where every form of a record stands: beside its list, its actions always in sight. Leaving with something typed asks. */
export function FormDrawer(props: FormDrawerProps) {
  const {
    title,
    formId,
    saveLabel,
    access,
    saving,
    over = false,
    isTouched,
    onClose,
    note,
    extra,
    wide,
    inAddress,
    children,
  } = props;
  const { t } = useTranslation(['common', 'record']);
  const old = useShownIsOld();
  const guard = useLeaveGuard({ isTouched, saving, back: inAddress ? 'leaves' : onClose });
  const close = () => guard.leave(onClose);
  const may = useMay()(access);
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
          <Button type="primary" htmlType="submit" form={formId} loading={saving} disabled={!may || over}>
            {saveLabel}
          </Button>
        </div>
      }
    >
      {old && (
        <p role="status" className={styles.kept}>
          {t('record:kept')}
        </p>
      )}
      {!may && <Alert type="warning" role="status" className="mb-12" title={t('record:rightGone')} />}
      <Leave value={guard.leave}>{children}</Leave>
      {guard.dialog}
    </Drawer>
  );
}
