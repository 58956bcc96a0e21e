import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';

interface Asked {
  title: string;
  /** What would follow, with its figures. */
  lines: readonly string[];
  no: string;
  yes?: string;
}

/** Asks once before a form is saved, naming what would follow; `holder` is where the question stands. */
export function useAsk() {
  const { t } = useTranslation('common');
  const [modal, holder] = Modal.useModal();
  const ask = async ({ title, lines, no, yes = t('save') }: Asked): Promise<boolean> =>
    modal.confirm({
      title,
      content: lines.map((line) => <p key={line}>{line}</p>),
      okText: yes,
      cancelText: no,
    });
  return { ask, holder };
}
