import { type Article, settingEndpoints } from '@darkroom/contract/setting';
import { ARTICLE_COLUMNS } from '@darkroom/contract/field-tables/setting';
import { Button } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useToast } from '../../../lib/toast.ts';
import { useOpenedRecord } from '../../../ui/record-form/use-opened-record.ts';
import { useToday } from '../../../lib/clock/use-today.ts';
import { EditDrawer } from '../../../entities/history/edit-drawer.tsx';
import { useAnnounceAdded } from '../../../ui/data-table/added.ts';
import { useConfirmedCall } from '../../../ui/overlay/use-confirm.tsx';
import { RecordDrawer } from '../../../ui/record-form/record-drawer.tsx';
import { useNewRecord } from '../../../ui/record-form/use-new-record.ts';
import { useRecordForm } from '../../../ui/record-form/use-record-form.ts';
import { ArticleFields } from './article-fields.tsx';
import {
  createArticleKey,
  toArticle,
  articleRow,
  emptyArticle,
  toFormField,
  toArticleValues,
  type ArticleRow,
  type ArticleValues,
} from './article-record.ts';

const { updateMetadata } = settingEndpoints;
const INVALIDATES = ['setting', 'portal_article'] as const;

interface ArticleFormsProps {
  /** Key of the article, or `new`. */
  name: string;
  articles: readonly ArticleRow[];
  onClose: () => void;
}

/** The form named in the URL. A deleted article has none. */
export default function ArticleForms({ name, articles, onClose }: ArticleFormsProps) {
  const editedArticle = useOpenedRecord(
    articles.find(({ key }) => key === name),
    name,
  );
  if (name === 'new') return <AddForm articles={articles} onClose={onClose} />;
  return editedArticle ? <EditForm row={editedArticle} onClose={onClose} /> : null;
}

function AddForm({ articles, onClose }: Omit<ArticleFormsProps, 'name'>) {
  const { t, i18n } = useTranslation('setting');
  const today = useToday();
  const announceAdded = useAnnounceAdded();
  const record = useNewRecord<typeof updateMetadata, ArticleValues>({
    endpoint: updateMetadata,
    initial: emptyArticle(today),
    inputOf: (values) => ({
      data_type: 'INFO_HUB',
      key: createArticleKey(values.title_en, articles),
      version: null,
      value: toArticle(values),
    }),
    invalidates: INVALIDATES,
    toFormField,
    onDone: ({ key }, { value }) => {
      const { title } = value as Article;
      const message = t('article.added', { title: title[i18n.resolvedLanguage === 'vi' ? 'vi' : 'en'] });
      announceAdded({
        list: 'article',
        row: key,
        words: message,
        to: '/setting/metadata',
        search: { tab: 'INFO_HUB' },
      });
      onClose();
    },
  });
  return (
    <RecordDrawer
      wide
      inAddress
      name="article-add"
      draft="article-add"
      record={record}
      title={t('article.add')}
      onClose={onClose}
    >
      <ArticleFields />
    </RecordDrawer>
  );
}

function EditForm({ row, onClose }: { row: ArticleRow; onClose: () => void }) {
  const { t, i18n } = useTranslation(['setting', 'common']);
  const toast = useToast();
  const title = row.value.title[i18n.resolvedLanguage === 'vi' ? 'vi' : 'en'];
  const record = useRecordForm<typeof updateMetadata, ArticleRow, ArticleValues>({
    endpoint: updateMetadata,
    record: row,
    currentSchema: articleRow,
    valuesOf: toArticleValues,
    inputOf: ({ key, version }, _changed, all) => ({ data_type: 'INFO_HUB', key, version, value: toArticle(all) }),
    invalidates: INVALIDATES,
    toFormField,
    onDone: () => {
      toast.success(t('article.saved', { title }));
      onClose();
    },
  });
  const remove = useConfirmedCall(updateMetadata, {
    question: () => ({
      title: t('article.deleteAsk', { title }),
      lines: [t('article.deleteHint')],
      yes: t('article.delete'),
      danger: true,
    }),
    inputOf: ({ key, version }: ArticleRow) => ({ data_type: 'INFO_HUB' as const, key, version, value: null }),
    invalidates: INVALIDATES,
    done: () => t('article.deleted', { title }),
    onDone: onClose,
  });
  return (
    <EditDrawer
      wide
      inAddress
      name="article-edit"
      record={record}
      fields={ARTICLE_COLUMNS}
      title={t('article.editNamed', { title })}
      historyRecord={{ entity: 'metadata', id: row.id, name: title }}
      note={
        <Button type="text" danger loading={remove.pending} onClick={() => remove.ask(record.base)}>
          {t('article.delete')}
        </Button>
      }
      onClose={onClose}
    >
      <ArticleFields />
      {remove.holder}
    </EditDrawer>
  );
}
