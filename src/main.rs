//! Starts the app, nothing else.
fn main() {
    takujo::app::launch();
}
