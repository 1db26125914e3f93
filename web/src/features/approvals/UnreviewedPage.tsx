import { Inbox } from './Inbox.tsx'

/** Everything that waits for me, oldest first. */
export default function UnreviewedPage() {
  return <Inbox page="unreviewed" />
}
