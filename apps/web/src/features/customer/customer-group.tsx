import { customerEndpoints, type CustomerRow } from '@darkroom/contract/customer/customer';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/words/format.ts';
import { CallButton } from '../../ui/call-button.tsx';
import { RecordHistory } from '../../entities/history/record-history.tsx';
import { LoginInShort } from './customer-words.tsx';
import styles from './customer.module.css';

/** The head of a customer 0 above its customers 1. */
export function CustomerGroup({ cus0, onAdd }: { cus0: CustomerRow['cus0']; onAdd: (cus_id0: number) => void }) {
  const { t } = useTranslation('customer');
  const { number } = useFormat();
  const { id, name, cus1_count, login } = cus0;
  return (
    <div className={styles.group}>
      <span className={styles.groupName}>{name}</span>
      <span className="quiet">{t('group.count', { count: cus1_count, n: number(cus1_count) })}</span>
      {login && <LoginInShort login={login} />}
      <span className={styles.groupActions}>
        <CallButton
          call={customerEndpoints.detailAdd}
          type="text"
          size="small"
          aria-label={t('group.addBelow', { name })}
          onClick={() => onAdd(id)}
        >
          {t('group.add')}
        </CallButton>
        <RecordHistory entity="cus0" id={id} name={name} />
      </span>
    </div>
  );
}
