import { cleanup, configure } from '@testing-library/react'
import { beforeAll, vi } from 'vitest'
import { hideRefused } from '../src/shared/action/refused.ts'
import { patience } from '../src/shared/api/again.ts'
import { useLists } from '../src/shared/list/preferences.ts'
import { useToasts } from '../src/shared/ui/toasts.ts'

// What has to appear appears; on a busy machine not within the usual second.
configure({ asyncUtilTimeout: 5_000 })

// Files share a worker's modules, and the window of the file before ends with its questions still open: what they say of that, what
// was drawn, and what was put in the place of globals, is not the next file's.
beforeAll(() => {
  cleanup()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  useToasts.setState({ list: [] })
  hideRefused()
  // How a list was arranged is sent when it has rested, which may be in the next file: to whom no list is known, nothing is sent.
  useLists.setState(useLists.getInitialState(), true)
  // Else a question whose server went with its file would be asked on, and say so, in the next one.
  Object.assign(patience, { pausesMs: [], withoutAnswer: 0 })
})
