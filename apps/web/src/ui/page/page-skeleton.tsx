import styles from './page-skeleton.module.css';

/**
 * A page whose code or words are on their way (look.md: never a spinner on an empty page): its head and its lines in grey, where they will be.
 * Without text: there may be no translations yet.
 */
export const PageSkeleton = () => <div className={styles.page} aria-busy="true" />;
