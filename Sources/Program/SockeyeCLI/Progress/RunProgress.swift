/// What shows all transfers of a run: lines on a terminal, curl's table elsewhere.
struct RunProgress: Sendable {
    let board = ProgressBoard()
    let table = ParallelTable()
}
