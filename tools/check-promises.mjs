// A promise nobody waits for, the worst bug of this code base when it happens inside a transaction. Biome's rule of the same
// purpose infers types by itself and loses track in overloads (pg) and long generic chains (Kysely); this one asks TypeScript.
// Run on Node 24. TypeScript calls the interface unstable: its version is pinned, and the fixture's test fails if it changes.
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as ast from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'
import { at, root } from './root.mjs'

/**
 * @param {string} project path of a tsconfig.json
 * @returns {{ problems: string[], files: number }}
 */
export function checkPromises(project) {
  const api = new API({ cwd: root })
  try {
    const { checker, program } = theProject(api, project)
    const files = program
      .getSourceFileNames()
      .filter((name) => name.startsWith(root) && !name.includes('/node_modules/'))
    const problems = files.flatMap((name) => {
      const file = program.getSourceFile(name)
      if (!file) return [`not judged: ${name}`]
      const { values, asyncCallbacks } = droppedExpressions(file)
      const types = checker.getTypeAtLocation(values)
      const promises = values.filter((_, index) => isPromise(checker, types[index]))
      return [...promises, ...asyncCallbacks].map((node) => place(file, name, node))
    })
    return { problems, files: files.length }
  } finally {
    api.close()
  }
}

/**
 * @param {API} api
 * @param {string} project
 */
function theProject(api, project) {
  const found = api.updateSnapshot({ openProjects: [project] }).getProject(project)
  if (!found) throw new Error(`TypeScript does not open ${project}`)
  return found
}

/**
 * Expressions whose value is thrown away: statements, and what a callback of forEach returns.
 * @param {ast.SourceFile} file
 */
function droppedExpressions(file) {
  /** @type {ast.Expression[]} */
  const values = []
  /** @type {ast.ArrowFunction[]} */
  const asyncCallbacks = []
  /** @param {ast.Node} node */
  function visit(node) {
    if (ast.isExpressionStatement(node)) collect(node.expression)
    if (
      ast.isCallExpression(node) &&
      ast.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'forEach'
    ) {
      const [callback] = node.arguments
      if (callback && ast.isArrowFunction(callback)) collectResult(callback)
    }
    node.forEachChild(visit)
  }
  /** @param {ast.Expression} node */
  function collect(node) {
    if (ast.isParenthesizedExpression(node)) collect(node.expression)
    else if (ast.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(collect)
    else if (ast.isBinaryExpression(node)) collectOperand(node)
    // `void promise` says that nobody waits on purpose; a chain with an error handler has someone who minds.
    else if (!ast.isAwaitExpression(node) && !ast.isVoidExpression(node) && !hasErrorHandler(node)) values.push(node)
  }
  /** @param {ast.BinaryExpression} node */
  function collectOperand(node) {
    const operator = node.operatorToken.kind
    const drops = [
      ast.SyntaxKind.AmpersandAmpersandToken,
      ast.SyntaxKind.BarBarToken,
      ast.SyntaxKind.QuestionQuestionToken,
    ]
    if (drops.includes(operator)) collect(node.right)
    if (operator === ast.SyntaxKind.CommaToken) [node.left, node.right].forEach(collect)
  }
  /** @param {ast.ArrowFunction} callback */
  function collectResult(callback) {
    const isAsync = callback.modifiers?.some(({ kind }) => kind === ast.SyntaxKind.AsyncKeyword)
    if (isAsync) asyncCallbacks.push(callback)
    else if (!ast.isBlock(callback.body)) collect(callback.body)
  }
  visit(file)
  return { values, asyncCallbacks }
}

/** @param {ast.Expression} node */
function hasErrorHandler(node) {
  if (!ast.isCallExpression(node) || !ast.isPropertyAccessExpression(node.expression)) return false
  const { text } = node.expression.name
  return (text === 'catch' && node.arguments.length > 0) || (text === 'then' && node.arguments.length > 1)
}

/**
 * Promises alone: Fastify's reply has a `then` too, and need not be awaited.
 * @param {import('typescript/unstable/sync').Checker} checker
 * @param {import('typescript/unstable/sync').Type | undefined} type
 */
function isPromise(checker, type) {
  if (!type) return false
  const parts = type.isUnionType() ? type.getTypes() : [type]
  return parts.some((part) => ['then', 'catch'].every((name) => checker.getPropertyOfType(part, name)))
}

/**
 * @param {ast.SourceFile} file
 * @param {string} name
 * @param {ast.Node} node
 */
function place(file, name, node) {
  const start = ast.getTokenPosOfNode(node, file)
  const line = file.text.slice(0, start).split('\n').length
  const [text = ''] = file.text.slice(start, node.end).split('\n')
  return `${relative(root, name)}:${line}: nobody waits for this promise: ${text.trim().slice(0, 80)}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { problems, files } = checkPromises(at('tsconfig.json'))
  for (const problem of problems) console.error(problem)
  console.log(`Promises: ${files} files, ${problems.length === 0 ? 'none forgotten' : `${problems.length} forgotten`}.`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
